import type { Json } from '@skein/kernel';

/** A text, number or boolean as text; anything else counts as not there. */
export function plainText(value: Json | undefined, otherwise = ''): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : otherwise;
}
