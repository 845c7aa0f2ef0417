// The JSON objects in a text
// Outermost ones only, in order; what is around them is skipped.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { jsonEnd } from '../../loop/answer/json-end.ts';

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
  const end = jsonEnd(text, start);
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
