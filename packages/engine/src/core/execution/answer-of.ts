import type { Json, WaitQuestion } from '@skein/kernel';

/** Thrown where the question was asked, so that the function can go on without an answer. */
export function answerOf({ kind, deadlineMs }: WaitQuestion, answer: Json | undefined): Json {
  if (answer !== undefined) return answer;
  if (kind === 'timer') return null;
  const error = new Error(`Nobody answered within ${deadlineMs ?? 0} ms.`);
  throw Object.assign(error, { code: 'WAIT_EXPIRED', retry: 'never' });
}
