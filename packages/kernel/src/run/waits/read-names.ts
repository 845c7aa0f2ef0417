import type { Json } from '../../json.ts';

/** The names in `who` of a config, after its templates: one name or a list. Null for what cannot name anybody. */
export function readNames(who: Json): readonly string[] | null {
  const names = typeof who === 'string' ? [who] : who;
  return Array.isArray(names) && names.every(isName) ? names : null;
}

function isName(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}
