import { isObject, ownValue, type Json } from '@skein/kernel';
import { parseSenders } from './parse-senders.ts';

/** What is wrong with the data of an event `new_email`, or null: a sender is needed, and texts must be texts. */
export function mailProblem(data: Json): string | null {
  if (!isObject(data)) return 'A new email is an object with "from", "subject" and "body".';
  if (parseSenders(ownValue(data, 'from')).length === 0) {
    return 'The email has no sender: "from" must contain an address, such as "Ann <ann@example.org>".';
  }
  const odd = ['subject', 'body'].find((key) => !isTextOrNothing(ownValue(data, key)));
  return odd === undefined ? null : `The "${odd}" of the email is not a text.`;
}

function isTextOrNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
