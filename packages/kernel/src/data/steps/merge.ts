import { isObject, ownValue, type Json, type JsonObject } from '../../json.ts';
import { kindOf } from '../../expressions/values.ts';
import { spend } from '../../expressions/machine.ts';
import { isList } from '../../references/is-list.ts';
import { readRowField, writeField, type FieldPath } from '../field-path.ts';
import { joinFields, payForReading, refuse, type RowMachine } from '../row-machine.ts';
import { objectAt } from '../row-object.ts';
import { valueFor } from '../row-value.ts';
import type { CompiledStep, StepEntry } from '../step-entry.ts';
import {
  hasOnly,
  readChoice,
  readField,
  readTemplate,
  report,
  settingOf,
  type StepReader,
} from '../step-reader.ts';
import { writeValue } from '../write-value.ts';

const HOWS = ['append', 'position', 'left', 'inner'] as const;

export const mergeStep: StepEntry = {
  op: 'merge',
  title: 'Merge',
  description:
    'Puts another list to the rows: after them (`append`), place by place (`position`), or where a field is equal: `left` keeps the rows without a partner, `inner` does not. A row with several partners appears once for each. Where both have a field, that of the other list stays. Null is equal to nothing here.',
  settings: [
    { name: 'with', kind: 'list', about: 'the other list: a reference or an expression' },
    {
      name: 'how',
      kind: 'choice',
      choices: HOWS,
      about: '`append`, `position`, `left` or `inner`',
    },
    {
      name: 'on',
      kind: 'match',
      about: 'for `left` and `inner`: a field of both, or `{ "left": "id", "right": "customer" }`',
      isOptional: true,
    },
  ],
  example: {
    step: { with: [{ who: 1, name: 'Ann' }], how: 'left', on: { left: 'customer', right: 'who' } },
    rows: [
      { nr: 7, customer: 1 },
      { nr: 8, customer: 2 },
    ],
    result: [
      { nr: 7, customer: 1, who: 1, name: 'Ann' },
      { nr: 8, customer: 2 },
    ],
  },
  compile: (reader) => {
    const given = settingOf(reader, 'with');
    const how = readChoice(reader, 'how', HOWS);
    if (given === undefined) {
      return report(reader, ['with'], '"with" is missing.', 'Write a reference to the other list.');
    }
    const template = readTemplate(reader, given, ['with'], []);
    const other = {
      listFor: (machine: RowMachine): readonly Json[] => {
        const list = valueFor(machine, template) ?? null;
        if (isList(list)) return list;
        throw refuse(`"with" is ${kindOf(list)}, not a list`);
      },
      written: writeValue(template),
    };
    if (how === 'append') return appendRows(other);
    if (how === 'position') return pairRows(other);
    const on = how === null ? null : readOn(reader);
    return on && joinRows(other, on, how === 'left');
  },
};

interface Other {
  readonly listFor: (machine: RowMachine) => readonly Json[];
  readonly written: string | null;
}

interface On {
  readonly left: FieldPath;
  readonly right: FieldPath;
}

function readOn(reader: StepReader): On | null {
  const given = settingOf(reader, 'on');
  if (!isObject(given)) {
    const field = readField(reader, given, ['on']);
    return field && { left: field, right: field };
  }
  if (!hasOnly(reader, given, { known: ['left', 'right'], at: ['on'] })) return null;
  const left = readField(reader, ownValue(given, 'left'), ['on', 'left']);
  const right = readField(reader, ownValue(given, 'right'), ['on', 'right']);
  return left && right && { left, right };
}

function appendRows({ listFor, written }: Other): CompiledStep {
  return {
    run: (machine, rows) => {
      const list = listFor(machine);
      spend(machine.work, 1 + (rows.length + list.length) / 4);
      return rows.concat(list);
    },
    toExpression: (rows) => (written === null ? null : `${rows}.concat(${written})`),
  };
}

function pairRows({ listFor, written }: Other): CompiledStep {
  return {
    run: (machine, rows) => {
      const list = listFor(machine);
      const longer = rows.length > list.length ? rows : list;
      return longer.map((_, index) =>
        joinFields(machine, fieldsAt(rows, index, 'row'), fieldsAt(list, index, OTHER)),
      );
    },
    toExpression: (rows) => {
      if (written === null) return null;
      const row = '({ ...both[0][place], ...both[1][place] })';
      const places = 'range(0, max(both[0].length, both[1].length))';
      // Both lists stand outside of the function, whose parameters could be names of nodes.
      return `[[${rows}, ${written}]].flatMap(both => ${places}.map(place => ${row}))`;
    },
  };
}

const OTHER = 'of the other list, row';

function fieldsAt(rows: readonly Json[], index: number, which: string): JsonObject {
  const row = rows[index];
  return row === undefined ? {} : objectAt(row, index, which);
}

function joinRows({ listFor, written }: Other, on: On, keepsAll: boolean): CompiledStep {
  return {
    run: (machine, rows) => {
      const list = listFor(machine);
      payForReading(machine, list, [on.right]);
      payForReading(machine, rows, [on.left]);
      const partners = new Map<Json, JsonObject[]>();
      for (const [index, row] of list.entries()) {
        const key = keyOf(readRowField(row, on.right) ?? null, 'right');
        if (key === null) continue;
        const partner = objectAt(row, index, OTHER);
        const known = partners.get(key);
        if (known === undefined) partners.set(key, [partner]);
        else known.push(partner);
      }
      return rows.flatMap((row, index): readonly Json[] => {
        const key = keyOf(readRowField(row, on.left) ?? null, 'left');
        const found = key === null ? undefined : partners.get(key);
        if (found === undefined) return keepsAll ? [row] : [];
        const own = objectAt(row, index);
        return found.map((partner) => joinFields(machine, own, partner));
      });
    },
    toExpression: (rows) => (written === null ? null : writeJoin(rows, written, { on, keepsAll })),
  };
}

function writeJoin(
  rows: string,
  other: string,
  { on, keepsAll }: { readonly on: On; readonly keepsAll: boolean },
): string {
  const key = writeField('item', on.left);
  const found = `list(exists(${key}) ? both[1][json([${key}])] : null)`;
  const merged = 'map(other => ({ ...item, ...other }))';
  const each = keepsAll
    ? `[${found}].flatMap(found => empty(found) ? [item] : found.${merged})`
    : `${found}.${merged}`;
  const partners = `${other}.groupBy(other => [${writeField('other', on.right)}])`;
  return `[[${rows}, ${partners}]].flatMap(both => both[0].flatMap(item => ${each}))`;
}

/** A number and a text are never equal, and nothing is equal to null. */
function keyOf(value: Json, side: 'left' | 'right'): Json {
  if (typeof value !== 'object' || value === null) return value;
  throw refuse(`rows cannot be merged on ${kindOf(value)} (the field "${side}" of "on")`);
}
