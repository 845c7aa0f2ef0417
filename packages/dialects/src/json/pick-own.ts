import { ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';

/** Those of the keys that the object has. */
export function pickOwn(object: JsonObject, ...keys: readonly string[]): JsonObject {
  const picked: { [key: string]: Json } = {};
  for (const key of keys) {
    const value = ownValue(object, key);
    if (value !== undefined) setOwn(picked, key, value);
  }
  return picked;
}
