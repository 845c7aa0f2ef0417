import type { RunJson } from '@skein/engine';

/** Any value of JSON. */
export type Json = RunJson['output'];
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Only what the object itself has: `constructor` is a name like any other. */
export function ownValue(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
