// What a group of rows can be summed up to. Null, and fields that a row does not have, are left out of sums, counts and extremes.
import { isObject, ownValue, type Json } from '../json.ts';
import { spend } from '../expressions/machine.ts';
import { finite, kindOf, orderOf } from '../expressions/values.ts';
import { readRowField, writeField, type FieldPath } from './field-path.ts';
import type { StepSetting } from './step-entry.ts';
import { refuse, type RowMachine } from './row-machine.ts';
import {
  hasOnly,
  nearHint,
  readEntries,
  readField,
  report,
  said,
  type StepReader,
} from './step-reader.ts';

type Values = readonly Json[];

interface Aggregate {
  readonly compute: (machine: RowMachine, values: Values) => Json;
  /** `values` are those of the field, null where a row lacks it; `there` those that are not null. */
  readonly write: (values: string, there: string) => string;
}

const aggregates = {
  sum: {
    compute: (_, values) => sumOf(present(values)),
    write: (_, there) => `${there}.sum()`,
  },
  count: {
    compute: (_, values) => present(values).length,
    write: (_, there) => `${there}.length`,
  },
  average: {
    compute: (_, values) => {
      const there = present(values);
      return there.length === 0 ? null : finite(sumOf(there) / there.length, -1);
    },
    write: (_, there) => `${there}.average()`,
  },
  min: {
    compute: (machine, values) => extremeOf(machine, values, -1),
    write: (_, there) => `${there}.min()`,
  },
  max: {
    compute: (machine, values) => extremeOf(machine, values, 1),
    write: (_, there) => `${there}.max()`,
  },
  first: {
    compute: (_, values) => values[0] ?? null,
    write: (values) => `${values}.first()`,
  },
  last: {
    compute: (_, values) => values.at(-1) ?? null,
    write: (values) => `${values}.last()`,
  },
  list: {
    compute: (_, values) => values,
    write: (values) => values,
  },
} satisfies Readonly<Record<string, Aggregate>>;

export type AggregateName = keyof typeof aggregates;

// True because a literal without a spread has exactly the keys of its type.
const aggregateNames = Object.keys(aggregates) as readonly AggregateName[];

/** The setting with them. */
export const summariesSetting: StepSetting = {
  name: 'values',
  kind: 'aggregates',
  choices: aggregateNames,
  about:
    'the name of each value, with `{ "fn", "field" }`: sum, count, average, min, max, first, last or list of a field, or of the rows',
};

/** One value of a row that sums up others. */
export interface Summary {
  readonly name: string;
  readonly fn: AggregateName;
  readonly field: FieldPath;
}

/** `{ "total": { "fn": "sum", "field": "price" } }`; null when one is wrong. */
export function readSummaries(reader: StepReader, key: string): readonly Summary[] | null {
  const entries = readEntries(reader, key);
  if (entries === null) return null;
  const summaries = entries.map(([name, given]) => readSummary(reader, name, { key, given }));
  const sound = summaries.filter((summary) => summary !== null);
  return sound.length === summaries.length ? sound : null;
}

function readSummary(
  reader: StepReader,
  name: string,
  { key, given }: { readonly key: string; readonly given: Json },
): Summary | null {
  const at = [key, name];
  if (!isObject(given)) {
    const hint = 'Write { "fn": "sum", "field": "price" }.';
    return report(reader, at, `${said(given)} does not say what to compute.`, hint);
  }
  if (!hasOnly(reader, given, { known: ['fn', 'field'], at })) return null;
  const wanted = ownValue(given, 'fn');
  const fn = aggregateNames.find((each) => each === wanted);
  if (fn === undefined) {
    const hint = nearHint(wanted, aggregateNames);
    return report(reader, [...at, 'fn'], `${said(wanted)} is not a function of groups.`, hint);
  }
  const named = ownValue(given, 'field');
  const field = named === undefined ? [] : readField(reader, named, [...at, 'field']);
  return field && { name, fn, field };
}

export function summarise(
  machine: RowMachine,
  { fn, field, name }: Summary,
  rows: readonly Json[],
): Json {
  spend(machine.work, 2 + rows.length * (0.5 + field.length / 8));
  const values = field.length === 0 ? rows : rows.map((row) => readRowField(row, field) ?? null);
  const { compute }: Aggregate = aggregates[fn];
  try {
    return compute(machine, values);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw refuse(`"${name}" ${error.message}`);
  }
}

export function writeSummary({ fn, field, name }: Summary, rows: string): string {
  const values = field.length === 0 ? rows : `${rows}.map(item => ${writeField('item', field)})`;
  const { write }: Aggregate = aggregates[fn];
  return `${JSON.stringify(name)}: ${write(values, `${values}.filter(value => value != null)`)}`;
}

/** Says what is wrong without knowing the name of the summary. */
class WrongValue extends Error {}

function present(values: Values): Values {
  return values.filter((value) => value !== null);
}

function sumOf(values: Values): number {
  let sum = 0;
  for (const value of values) {
    if (typeof value !== 'number') throw new WrongValue(`adds numbers, but found ${kindOf(value)}`);
    sum += value;
  }
  return finite(sum, -1);
}

function extremeOf({ work }: RowMachine, values: Values, sign: 1 | -1): Json {
  let best: Json = null;
  for (const value of values) {
    if (value === null) continue;
    if (best === null || sign * orderOf(work, value, best, -1) > 0) best = value;
  }
  return best;
}
