import type { Json, WaitQuestion } from '@skein/kernel';

/** Thrown where the question was asked, so that the function can go on without an answer. */
export function answerOf({ kind, deadlineMs }: WaitQuestion, answer: Json | undefined): Json {
  if (answer !== undefined) return answer;
  if (kind === 'timer') return null;
  const error = new Error(`Nobody answered within ${deadlineMs ?? 0} ms.`);
  throw Object.assign(error, { code: 'WAIT_EXPIRED', retry: 'never' });
}

/** Thrown into the function; another attempt would come to the same. */
export function badStep(what: string, complaint: string): Error {
  const message = `${what}: ${complaint}`;
  return Object.assign(new TypeError(message), { code: 'BAD_RESULT', retry: 'never' });
}
