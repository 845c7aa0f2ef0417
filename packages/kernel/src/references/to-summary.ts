import { isObject, type Json, type JsonObject } from '../json.ts';
import { isList } from './is-list.ts';

const CHARACTERS_MAX = 100;
const KEYS_MAX = 20;

/** A one-line summary of a value, without a model: the first characters, the keys or the number of items. */
export function toSummary(value: Json): string {
  if (isList(value)) return `A list of ${value.length} ${value.length === 1 ? 'item' : 'items'}.`;
  if (isObject(value)) return summaryOfObject(value);
  return firstCharacters(typeof value === 'string' ? value : JSON.stringify(value));
}

function summaryOfObject(object: JsonObject): string {
  const keys = Object.keys(object);
  if (keys.length === 0) return 'An object without keys.';
  const named = keys.slice(0, KEYS_MAX).map(firstCharacters).join(', ');
  const more = keys.length > KEYS_MAX ? ` and ${keys.length - KEYS_MAX} more` : '';
  return `An object with ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}: ${named}${more}.`;
}

/** Counted in code points, so that no character outside the basic plane is cut in half. */
function firstCharacters(text: string): string {
  let end = 0;
  for (let count = 0; count < CHARACTERS_MAX && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
