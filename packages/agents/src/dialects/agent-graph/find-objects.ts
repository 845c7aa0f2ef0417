// The JSON objects in a text
// Outermost ones only, in order; what is around them is skipped.
import { isObject, type Json, type JsonObject } from '@skein/kernel';

export interface FoundObject {
  readonly value: JsonObject;
  readonly text: string;
  readonly start: number;
  /** Behind its last brace. */
  readonly end: number;
}

/** Characters that are looked at: a text of nothing but braces would otherwise take the square of its length. */
const looksMax = 2_000_000;

export function findObjects(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  let looks = 0;
  let start = text.indexOf('{');
  while (start !== -1 && looks < looksMax) {
    const object = objectAt(text, start);
    looks += (object?.end ?? text.length) - start;
    if (object !== undefined) found.push(object);
    start = text.indexOf('{', object?.end ?? start + 1);
  }
  return found;
}

function objectAt(text: string, start: number): FoundObject | undefined {
  const end = closingOf(text, start);
  if (end === undefined) return undefined;
  const own = text.slice(start, end);
  try {
    // JSON.parse gives JSON.
    const value = JSON.parse(own) as Json;
    return isObject(value) ? { value, text: own, start, end } : undefined;
  } catch {
    return undefined;
  }
}

/** Behind the brace that closes the one at `start`; braces in strings do not count. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let i = start; i < text.length; i++) {
    const sign = text[i];
    if (isString) {
      if (sign === '\\') i++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}
