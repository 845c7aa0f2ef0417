import type { Json } from '@skein/api';

/** A text, or an empty one in the place of what is none. */
export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
