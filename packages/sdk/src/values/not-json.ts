import { types } from 'node:util';

/**
 * Where a value has something that JSON would leave empty without a word, and what to do about it; null if nowhere. The value has no
 * cycles.
 */
export function notJson(value: unknown): string | null {
  const found = findOdd(value);
  return found === null ? null : `${found.pointer === '' ? 'it' : found.pointer} is ${found.odd}`;
}

interface Odd {
  readonly pointer: string;
  readonly odd: string;
}

/** Walks every result of every step: nothing is made of what is in order. */
function findOdd(value: unknown): Odd | null {
  if (typeof value === 'bigint') return { pointer: '', odd: 'a bigint: String(…) makes it a text' };
  if (typeof value !== 'object' || value === null) return null;
  // Who writes itself knows how.
  if ('toJSON' in value && typeof value.toJSON === 'function') return null;
  const odd = oddObject(value);
  if (odd !== null) return { pointer: '', odd };
  if (ArrayBuffer.isView(value)) return null;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const [place, each] of inner.entries()) {
    if (typeof each !== 'object' && typeof each !== 'bigint') continue;
    const found = findOdd(each);
    if (found !== null)
      return { ...found, pointer: `/${Object.keys(value)[place]}${found.pointer}` };
  }
  return null;
}

/** By what they are and not by their class: a test may come from another realm. */
function oddObject(value: object): string | null {
  if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) return null;
  if (types.isMap(value)) return 'a Map: Object.fromEntries(…) makes it an object';
  if (types.isSet(value)) return 'a Set: [...it] makes it a list';
  if (types.isPromise(value)) return 'a Promise: await it';
  if (types.isNativeError(value)) return 'an Error: give its message';
  return null;
}
