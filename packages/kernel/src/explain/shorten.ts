import type { Json } from '../json.ts';

const VALUE_SHOWN_MAX = 80;

export function shorten(value: Json | undefined): string {
  if (value === undefined) return '(missing)';
  const text = JSON.stringify(value);
  return text.length <= VALUE_SHOWN_MAX ? text : `${text.slice(0, VALUE_SHOWN_MAX)}…`;
}
