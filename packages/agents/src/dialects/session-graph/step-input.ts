import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';

/** The resolved input of a step; an empty object where it has none. */
export function stepInput(config: JsonObject): JsonObject {
  const input = ownValue(config, 'input');
  return isObject(input) ? input : {};
}

/** A key of the input; null counts as undefined. */
export function inputKey(config: JsonObject, key: string): Json | undefined {
  return ownValue(stepInput(config), key) ?? undefined;
}
