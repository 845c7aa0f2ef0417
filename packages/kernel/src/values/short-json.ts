import type { Json } from '../json.ts';

const CHARACTERS_MAX = 80;

/** A value as the message of a problem, or a sentence, shows it. */
export function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX)}…`;
}
