import type { Json } from '@skein/kernel';
import { isPlain } from '../is-plain.ts';

/** A value of Python has no form in JSON. */
export class NotJson extends Error {}

const depthMax = 1000;

/** What the interpreter gives back as JSON: dictionaries with texts as keys, lists, tuples, texts, numbers, booleans, None. */
export function fromPython(value: unknown, depth = 0): Json {
  if (depth > depthMax) throw new NotJson(`is nested deeper than ${depthMax} levels`);
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new NotJson(`contains ${value}, which JSON cannot say`);
  }
  if (typeof value === 'bigint') {
    if (Number.isSafeInteger(Number(value))) return Number(value);
    throw new NotJson('contains a whole number that is too large for JSON');
  }
  if (Array.isArray(value)) return value.map((item) => fromPython(item, depth + 1));
  if (value instanceof Map) return entriesOf(value.entries(), depth);
  if (isPlain(value)) return entriesOf(Object.entries(value), depth);
  throw new NotJson(`contains a ${value.constructor.name}, which is no JSON`);
}

function entriesOf(entries: Iterable<readonly [unknown, unknown]>, depth: number): Json {
  const made: [string, Json][] = [];
  for (const [key, value] of entries) {
    if (typeof key !== 'string') throw new NotJson('has a key that is not a text');
    made.push([key, fromPython(value, depth + 1)]);
  }
  return Object.fromEntries(made);
}
