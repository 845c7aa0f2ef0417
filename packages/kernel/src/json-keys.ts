// Keys of objects that are read without trust: what is missing or has another type is not there, or empty.
import { isObject, ownValue, type Json, type JsonObject } from './json.ts';

/** The text of a key; undefined where there is none. */
export function textAt(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** The same, where an empty text says as little as none. */
export function nonEmptyTextAt(object: JsonObject, key: string): string | undefined {
  return textAt(object, key) || undefined;
}

export function listAt(object: JsonObject, key: string): readonly Json[] {
  const value = ownValue(object, key);
  // Only a list is an array; its items are JSON.
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = ownValue(object, key);
  return isObject(value) ? value : {};
}
