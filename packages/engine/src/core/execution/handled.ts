/** A function may leave a promise alone; that a cancel rejects it must then not end the process. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
