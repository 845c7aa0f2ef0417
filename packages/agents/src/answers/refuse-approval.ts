import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Accepted } from '@skein/ports';

/** Says what is missing in an answer that decides nothing. */
export function refuseApproval(answer: Json): Accepted {
  const note = isObject(answer) ? ownValue(answer, 'note') : undefined;
  const hasWrongNote = note !== undefined && typeof note !== 'string';
  return {
    ok: false,
    message: hasWrongNote
      ? 'The note beside approve or reject must be a text.'
      : `The answer ${shorten(answer)} is neither approve nor reject.`,
    hint: 'Answer approve or reject, also as { "decision": "approve", "note": "a text" }.',
  };
}

function shorten(answer: Json): string {
  const text = typeof answer === 'string' ? `"${answer}"` : `of this form (${kindOf(answer)})`;
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function kindOf(answer: Json): string {
  if (isObject(answer))
    return `an object with the keys ${Object.keys(answer).join(', ') || 'none'}`;
  return Array.isArray(answer) ? 'a list' : JSON.stringify(answer);
}
