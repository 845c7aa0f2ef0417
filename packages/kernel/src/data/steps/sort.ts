// Every order is defined: rows of mixed types, and rows that lack the field, stand in the same places in every replay.
import { isObject, ownValue, type Json } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import { sort } from '../../expressions/functions/sort.ts';
import { spend, type Work } from '../../expressions/machine.ts';
import { readRowField, writeKey, type FieldPath } from '../field-path.ts';
import { payForReading } from '../row-machine.ts';
import type { StepEntry } from '../step-entry.ts';
import {
  hasOnly,
  readField,
  report,
  said,
  settingOf,
  type Path,
  type StepReader,
} from '../step-reader.ts';

export const sortStep: StepEntry = {
  op: 'sort',
  title: 'Sort',
  description:
    'Orders the rows by one or more fields; rows that are equal in all of them stay in their order. Numbers come first, then texts (by their characters), then false and true, then lists and objects; null and rows without the field come last. `desc` turns the order of each kind around.',
  settings: [
    {
      name: 'by',
      kind: 'order',
      about:
        'a field, or a list of fields or `{ "field", "order" }`, with the order `asc` (the default) or `desc`',
    },
  ],
  example: {
    step: { by: ['city', { field: 'price', order: 'desc' }] },
    rows: [
      { city: 'Gent', price: 1 },
      { city: 'Aalst', price: 2 },
      { city: 'Gent', price: 3 },
    ],
    result: [
      { city: 'Aalst', price: 2 },
      { city: 'Gent', price: 3 },
      { city: 'Gent', price: 1 },
    ],
  },
  compile: (reader) => {
    const keys = readKeys(reader);
    if (keys === null) return null;
    return {
      run: (machine, rows) => {
        const { work } = machine;
        payForReading(
          machine,
          rows,
          keys.map(({ field }) => field),
        );
        // As many comparisons as there are at most.
        const passes = Math.ceil(Math.log2(rows.length + 1));
        spend(work, rows.length * keys.length * (0.5 + passes / 8));
        const columns = keys.map(({ field, sign }) => ({
          sign,
          values: rows.map((row) => readRowField(row, field) ?? null),
        }));
        const places = sort([...rows.keys()], (left, right) => {
          for (const { sign, values } of columns) {
            const order = orderOf(work, values[left] ?? null, values[right] ?? null, sign);
            if (order !== 0) return order;
          }
          return 0;
        });
        return places.map((place) => rows[place] ?? null);
      },
      // Each sort keeps the order of the one before it, so the most important comes last.
      toExpression: (rows) =>
        keys
          .toReversed()
          .reduce(
            (sorted, { field, sign }) =>
              `${sorted}.sortBy(${writeKey(field)}${sign === 1 ? '' : ', "desc"'})`,
            rows,
          ),
    };
  },
};

interface SortKey {
  readonly field: FieldPath;
  readonly sign: 1 | -1;
}

function readKeys(reader: StepReader): readonly SortKey[] | null {
  const by = settingOf(reader, 'by');
  if (!isList(by)) {
    const key = readKey(reader, by, ['by']);
    return key && [key];
  }
  if (by.length === 0) return report(reader, ['by'], '"by" names no field.', 'Name at least one.');
  const keys = by.map((given, index) => readKey(reader, given, ['by', index]));
  const sound = keys.filter((key) => key !== null);
  return sound.length === keys.length ? sound : null;
}

function readKey(reader: StepReader, given: Json | undefined, at: Path): SortKey | null {
  if (!isObject(given)) {
    const field = readField(reader, given, at);
    return field && { field, sign: 1 };
  }
  if (!hasOnly(reader, given, { known: ['field', 'order'], at })) return null;
  const field = readField(reader, ownValue(given, 'field'), [...at, 'field']);
  const order = ownValue(given, 'order') ?? 'asc';
  if (order !== 'asc' && order !== 'desc') {
    const message = `"order" cannot be ${said(order)}.`;
    return report(reader, [...at, 'order'], message, 'It is "asc" or "desc".');
  }
  return field && { field, sign: order === 'asc' ? 1 : -1 };
}

function rankOf(value: Json): number {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  return value === null ? 4 : 3;
}

function orderOf(work: Work, left: Json, right: Json, sign: 1 | -1): number {
  if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
  const ranks = rankOf(left) - rankOf(right);
  if (ranks !== 0) return ranks;
  if (typeof left === 'string' && typeof right === 'string') {
    spend(work, Math.min(left.length, right.length) / 16);
    return left === right ? 0 : left < right ? -sign : sign;
  }
  if (typeof left === 'boolean') return sign * (Number(left) - Number(right));
  return 0;
}
