import { isObject, ownValue, type WaitQuestion } from '@skein/kernel';

/** The name of the event that a question waits for; undefined where it is for people. */
export function eventName(question: WaitQuestion): string | undefined {
  if (question.kind !== 'event' || !isObject(question.data)) return undefined;
  const name = ownValue(question.data, 'name');
  return typeof name === 'string' ? name : undefined;
}
