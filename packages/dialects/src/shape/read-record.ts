import type { JsonObject } from '@skein/kernel';
import type { Finding } from '../diagnostics/finding.ts';
import { checkShape, createWalk } from './check-shape.ts';
import type { RecordShape } from './shape.ts';

export type ReadRecord<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Reads an object in which templates have been resolved: its known keys when it fits, else everything that is wrong. A
 * key whose value is null counts as missing.
 */
export function readRecord<Value>(
  shape: RecordShape<Value>,
  object: JsonObject,
): ReadRecord<Value> {
  const given: [string, unknown][] = [];
  for (const key of shape.fields.keys()) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value !== undefined && value !== null) given.push([key, value]);
  }
  const value = Object.fromEntries(given);
  const walk = createWalk({ isResolved: true });
  checkShape(shape, value, walk);
  const findings = walk.findings.filter(({ severity }) => severity === 'error');
  // It has just been compared with the shape, of which `Value` is made.
  return findings.length > 0 ? { ok: false, findings } : { ok: true, value: value as Value };
}
