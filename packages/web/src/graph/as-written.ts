import { equalJson, isObject, ownValue, setOwn, type Json } from '@skein/kernel';
import { isList, withKey } from './own-keys.ts';
import type { ListPath } from './edit/list-change.ts';

/** The new value, with every part of it that is equal to what was there as that was written: keys stay in their order. */
export function asWritten(next: Json, before: Json | undefined): Json {
  if (before === undefined) return next;
  if (equalJson(next, before)) return before;
  if (isList(next) && isList(before)) return next.map((item, at) => asWritten(item, before[at]));
  if (!isObject(next) || !isObject(before)) return next;
  const result: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(next))
    setOwn(result, key, asWritten(value, ownValue(before, key)));
  return result;
}

export function valueAt(whole: Json | undefined, path: ListPath): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return whole;
  if (typeof key === 'number') return isList(whole) ? valueAt(whole[key], rest) : undefined;
  return isObject(whole) ? valueAt(ownValue(whole, key), rest) : undefined;
}

/** A copy with another value there; without the key, if it is undefined. */
export function withValueAt(
  whole: Json | undefined,
  path: ListPath,
  value: Json | undefined,
): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = isList(whole) ? whole : [];
    return list.map((item, at) => (at === key ? (withValueAt(item, rest, value) ?? null) : item));
  }
  const record = isObject(whole) ? whole : {};
  return withKey(record, key, withValueAt(ownValue(record, key), rest, value));
}
