// Fields of rows: `price`, or `address.city` for a field inside a field. Own properties only, as in expressions.
import type { Json } from '../json.ts';
import type { Value } from '../expressions/machine.ts';
import { memberOf } from '../expressions/values.ts';
import { writeStep } from '../expressions/write-step.ts';

/** Empty: the row itself. */
export type FieldPath = readonly string[];

export function pathOf(field: string): FieldPath {
  return field.split('.');
}

export function readRowField(row: Json, path: FieldPath): Value {
  let value: Value = row;
  for (const key of path) {
    if (value === undefined) return undefined;
    value = memberOf(value, key);
  }
  return value;
}

/** What the field is called in rows that a step makes. */
export function nameOfField(path: FieldPath): string {
  return path.at(-1) ?? '';
}

/** The field as an expression reads it. */
export function writeField(row: string, path: FieldPath): string {
  return `${row}${path.map(writeStep).join('')}`;
}

/** As the argument of `.sortBy()` and the like, which read a text as a path, too. */
export function writeKey(path: FieldPath): string {
  // They look into objects only, so the length of a list needs a function.
  return path.includes('length')
    ? `item => ${writeField('item', path)}`
    : JSON.stringify(path.join('.'));
}
