import type { Json } from '../json.ts';
import { shortJson } from '../values/short-json.ts';

export function shorten(value: Json | undefined): string {
  return value === undefined ? '(missing)' : shortJson(value);
}
