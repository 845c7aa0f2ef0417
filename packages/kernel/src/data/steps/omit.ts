import { isObject, ownValue, setOwn, type Json, type JsonObject } from '../../json.ts';
import { kindOf } from '../../expressions/values.ts';
import type { FieldPath } from '../field-path.ts';
import { payForRow, refuse, type RowMachine } from '../row-machine.ts';
import { objectAt } from '../row-object.ts';
import type { StepEntry } from '../step-entry.ts';
import { readFields } from '../step-reader.ts';

export const omitStep: StepEntry = {
  op: 'omit',
  title: 'Remove fields',
  description: 'Removes these fields of every row, also inside of other fields.',
  settings: [{ name: 'fields', kind: 'fields', about: 'a field or a list of fields' }],
  example: {
    step: { fields: ['note', 'address.zip'] },
    rows: [{ id: 1, address: { city: 'Gent', zip: 9000 }, note: '' }],
    result: [{ id: 1, address: { city: 'Gent' } }],
  },
  compile: (reader) => {
    const fields = readFields(reader, 'fields', true);
    if (fields === null) return null;
    const tree = treeOf(fields);
    return {
      run: (machine, rows) =>
        rows.map((row, index) => omitFrom(machine, objectAt(row, index), tree)),
      toExpression: (rows) => `${rows}.map(item => ${writeOmit('item', tree, '.')})`,
    };
  },
};

/** What to remove at each level: a field, or something inside of it. */
interface Omitted {
  readonly own: Set<string>;
  readonly inner: Map<string, Omitted>;
}

function treeOf(fields: readonly FieldPath[]): Omitted {
  const root: Omitted = { own: new Set(), inner: new Map() };
  for (const path of fields) {
    let level = root;
    for (const key of path.slice(0, -1)) {
      const next = level.inner.get(key) ?? { own: new Set(), inner: new Map() };
      level.inner.set(key, next);
      level = next;
    }
    level.own.add(path.at(-1) ?? '');
  }
  return root;
}

function omitFrom(machine: RowMachine, object: JsonObject, { own, inner }: Omitted): JsonObject {
  const keys = Object.keys(object);
  payForRow(machine, keys.length);
  const kept: { [key: string]: Json } = {};
  for (const key of keys) {
    if (own.has(key)) continue;
    const value = ownValue(object, key) ?? null;
    const below = inner.get(key);
    setOwn(kept, key, below === undefined ? value : omitInside(machine, key, { value, below }));
  }
  return kept;
}

function omitInside(
  machine: RowMachine,
  key: string,
  { value, below }: { readonly value: Json; readonly below: Omitted },
): Json {
  if (value === null) return null;
  if (isObject(value)) return omitFrom(machine, value, below);
  throw refuse(`the field "${key}" is ${kindOf(value)}, not an object with fields`);
}

function writeOmit(object: string, { own, inner }: Omitted, dot: '.' | '?.'): string {
  const names = [...own].map((key) => JSON.stringify(key)).join(', ');
  const rest = own.size === 0 && dot === '.' ? object : `${object}${dot}omit(${names})`;
  if (inner.size === 0) return rest;
  const parts = [...inner]
    // What is removed as a whole needs no look inside.
    .filter(([key]) => !own.has(key))
    .map(([key, below]) => {
      const name = JSON.stringify(key);
      return `${name}: ${writeOmit(`${object}[${name}]`, below, '?.')}`;
    });
  return `merge(${rest}, { ${parts.join(', ')} })`;
}
