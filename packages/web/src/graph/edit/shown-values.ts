// The keys of a record that a form shows and edits; the others stay as they are.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { withKey } from '../own-keys.ts';

export function shownValues(record: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const value = ownValue(record, key);
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );
}

export function withShown(
  record: JsonObject,
  keys: readonly string[],
  values: JsonObject,
): JsonObject {
  return keys.reduce((result, key) => withKey(result, key, ownValue(values, key)), record);
}

export function withoutEmpty(values: JsonObject): JsonObject {
  const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
