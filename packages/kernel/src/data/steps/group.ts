import type { Json } from '../../json.ts';
import {
  readSummaries,
  summariesSetting,
  summarise,
  writeSummary,
  type Summary,
} from '../aggregates.ts';
import { nameOfField, readRowField, writeField } from '../field-path.ts';
import { keyFor, type RowKey } from '../row-key.ts';
import { makeRow, payForReading } from '../row-machine.ts';
import type { StepEntry } from '../step-entry.ts';
import { checkNames, readFields, settingOf } from '../step-reader.ts';

export const groupStep: StepEntry = {
  op: 'group',
  title: 'Group',
  description:
    'Makes one row of all rows that are equal in these fields, in the order in which they first appear: the fields, and what `values` says of the group. Without `values`, the rows themselves as `items`.',
  settings: [
    {
      name: 'by',
      kind: 'fields',
      about: 'a field or a list of fields; `address.city` becomes `city`',
    },
    { ...summariesSetting, isOptional: true },
  ],
  example: {
    step: { by: 'city', values: { total: { fn: 'sum', field: 'price' }, orders: { fn: 'count' } } },
    rows: [
      { city: 'Gent', price: 1 },
      { city: 'Aalst', price: 2 },
      { city: 'Gent', price: 3 },
    ],
    result: [
      { city: 'Gent', total: 4, orders: 2 },
      { city: 'Aalst', total: 2, orders: 1 },
    ],
  },
  compile: (reader) => {
    const by = readFields(reader, 'by', true);
    const isPlain = settingOf(reader, 'values') === undefined;
    const values = isPlain ? ROWS_THEMSELVES : readSummaries(reader, 'values');
    if (by === null || values === null) return null;
    const names = [...by.map(nameOfField), ...values.map(({ name }) => name)];
    if (!checkNames(reader, names, 'by')) return null;
    return {
      run: (machine, rows) => {
        payForReading(machine, rows, by);
        const groups = new Map<RowKey, Json[]>();
        for (const row of rows) {
          const key = keyFor(machine, row, by);
          const group = groups.get(key);
          if (group === undefined) groups.set(key, [row]);
          else group.push(row);
        }
        return [...groups.values()].map((group) => {
          const [first = null] = group;
          return makeRow(machine, [
            ...by.map((field) => [nameOfField(field), readRowField(first, field) ?? null] as const),
            ...values.map((each) => [each.name, summarise(machine, each, group)] as const),
          ]);
        });
      },
      toExpression: (rows) => {
        const key = by.map((field) => writeField('item', field)).join(', ');
        const fields = by.map(
          (field) =>
            `${JSON.stringify(nameOfField(field))}: ${writeField('group.first()', field)} ?? null`,
        );
        const parts = [...fields, ...values.map((each) => writeSummary(each, 'group'))];
        return `${rows}.groupBy(item => [${key}]).values().map(group => ({ ${parts.join(', ')} }))`;
      },
    };
  },
};

const ROWS_THEMSELVES: readonly Summary[] = [{ name: 'items', fn: 'list', field: [] }];
