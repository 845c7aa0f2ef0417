import type { Json, JsonObject } from '@skein/kernel';

/**
 * About how many characters a value takes as JSON. Unlike `sizeOfJson` it caches nothing: a row is measured once, just
 * before it is written, and a cache entry would only be work for the garbage collector.
 */
export function textSize(value: Json | undefined): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 3;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) size += textSize(value[i] as Json);
    return size;
  }
  // Plain data, which inherits nothing enumerable.
  const object = value as JsonObject;
  for (const key in object) size += key.length + 3 + textSize(object[key]);
  return size;
}
