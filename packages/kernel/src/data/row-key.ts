import { canonicalJson, type Json } from '../json.ts';
import { spend, type Work } from '../expressions/machine.ts';
import { payForWhole } from '../expressions/values.ts';
import { sizeOfJson } from '../values/json-weight.ts';
import { readRowField, type FieldPath } from './field-path.ts';
import type { RowMachine } from './row-machine.ts';

/** What a map finds equal rows by. */
export type RowKey = string | number | boolean | null;

/** Equal for rows that are equal in these fields, or, without fields, as a whole. A field that a row lacks counts as null. */
export function keyFor({ work }: RowMachine, row: Json, fields: readonly FieldPath[]): RowKey {
  const [only] = fields;
  if (only === undefined) return wholeKey(work, row);
  if (fields.length === 1) return wholeKey(work, readRowField(row, only) ?? null);
  spend(work, 2 + fields.length / 4);
  return JSON.stringify(fields.map((field) => wholeKey(work, readRowField(row, field) ?? null)));
}

function wholeKey(work: Work, value: Json): RowKey {
  if (typeof value === 'string') {
    spend(work, 0.5 + value.length / 16);
    // Told apart from JSON, which does not begin with this sign.
    return `'${value}`;
  }
  spend(work, 0.5);
  if (typeof value !== 'object' || value === null) return value;
  payForWhole(work, value);
  // The keys are sorted, too.
  spend(work, 2 + sizeOfJson(value) / 4);
  return canonicalJson(value);
}
