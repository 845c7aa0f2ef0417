// What another thread has found out about a value
// A large value is checked by a thread of its own, and then, at once, where everybody waits: by what is remembered here.
// R1. It is about this very value and schema: both stay the same objects until they are checked. A text has no identity; of those, the
//     newest of each schema are kept.
import { isObject, type Json } from '@skein/kernel';
import type { SchemaCheck } from './schema-check.ts';

/** By value, then by schema. */
const verdicts = new WeakMap<object, WeakMap<object, SchemaCheck>>();
/** By schema, then by text. */
const textVerdicts = new WeakMap<object, Map<string, SchemaCheck>>();
const textsMax = 4;

/** Takes over what another thread has found out. */
export function rememberCheck(schema: Json, value: Json, check: SchemaCheck): void {
  if (!isObject(schema)) return;
  if (typeof value === 'string') {
    const known = textVerdicts.get(schema) ?? new Map<string, SchemaCheck>();
    textVerdicts.set(schema, known.set(value, check));
    const [oldest] = known.keys();
    if (known.size > textsMax && oldest !== undefined) known.delete(oldest);
  } else if (typeof value === 'object' && value !== null) {
    const known = verdicts.get(value) ?? new WeakMap<object, SchemaCheck>();
    verdicts.set(value, known.set(schema, check));
  }
}

export function rememberedCheck(schema: Json, value: Json): SchemaCheck | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof value === 'string') return textVerdicts.get(schema)?.get(value);
  return typeof value === 'object' && value !== null ? verdicts.get(value)?.get(schema) : undefined;
}
