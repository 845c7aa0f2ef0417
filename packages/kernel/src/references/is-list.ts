import type { Json } from '../json.ts';

/** `Array.isArray` alone narrows a JSON value to a list of `any`. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
