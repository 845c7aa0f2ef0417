// Own properties of an untrusted definition: a missing value, or one of another type, reads as empty.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function listAt(object: JsonObject, key: string): readonly Json[] {
  const value = ownValue(object, key);
  return isList(value) ? value : [];
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = ownValue(object, key);
  return isObject(value) ? value : {};
}

export function textAt(object: JsonObject, key: string): string {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : '';
}

export function numberAt(object: JsonObject, key: string): number {
  const value = ownValue(object, key);
  return typeof value === 'number' ? value : 0;
}

/** A copy with one key changed, or removed if the value is undefined. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const copy: { [key: string]: Json } = {};
  let isSet = false;
  for (const [name, old] of Object.entries(object)) {
    if (name !== key) setOwn(copy, name, old);
    else if (value !== undefined) setOwn(copy, name, value);
    isSet ||= name === key;
  }
  if (!isSet && value !== undefined) setOwn(copy, key, value);
  return copy;
}

/** A copy with some keys changed; undefined removes a key. */
export function withKeys(
  object: JsonObject,
  changes: { readonly [key: string]: Json | undefined },
): JsonObject {
  return Object.entries(changes).reduce(
    (result, [key, value]) => withKey(result, key, value),
    object,
  );
}
