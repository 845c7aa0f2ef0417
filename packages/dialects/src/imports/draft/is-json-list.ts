import type { Json } from '@skein/kernel';

/** Whether a value is a list; its items are JSON. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
