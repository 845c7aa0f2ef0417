import { types } from 'node:util';

/**
 * Where a value has something that JSON would leave empty without a word, and what to do about it; null if nowhere. The value has no
 * cycles.
 */
export function notJson(value: unknown, pointer = ''): string | null {
  if (typeof value === 'bigint') return `${placeOf(pointer)} is a bigint: String(…) is a text`;
  if (typeof value !== 'object' || value === null) return null;
  // Who writes itself knows how.
  if ('toJSON' in value && typeof value.toJSON === 'function') return null;
  const odd = oddObject(value);
  if (odd !== null) return `${placeOf(pointer)} is ${odd}`;
  if (ArrayBuffer.isView(value)) return null;
  for (const [key, each] of Object.entries(value)) {
    if (typeof each !== 'object' && typeof each !== 'bigint') continue;
    const found = notJson(each, `${pointer}/${key}`);
    if (found !== null) return found;
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

function placeOf(pointer: string): string {
  return pointer === '' ? 'it' : pointer;
}
