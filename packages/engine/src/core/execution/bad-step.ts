/** Thrown into the function; another attempt would come to the same. */
export function badStep(what: string, complaint: string): Error {
  const message = `${what}: ${complaint}`;
  return Object.assign(new TypeError(message), { code: 'BAD_RESULT', retry: 'never' });
}
