import { isObject, ownValue as ownValueOf, type Json } from '@skein/api';

/** Only the object's own keys: `constructor` is a name like any other. Undefined for anything but an object. */
export function ownValue(value: unknown, key: string): Json | undefined {
  return isObject(value) ? ownValueOf(value, key) : undefined;
}
