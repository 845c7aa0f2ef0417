import { setOwn, type Json } from '../../json.ts';
import { payForReading, payForRow } from '../row-machine.ts';
import { objectAt } from '../row-object.ts';
import { valueFor } from '../row-value.ts';
import type { StepEntry } from '../step-entry.ts';
import { readEntries, readTemplate } from '../step-reader.ts';
import { writeValue } from '../write-value.ts';

export const setStep: StepEntry = {
  op: 'set',
  title: 'Set fields',
  description:
    'Adds or replaces fields of every row. In expressions `item` is the row and `index` its place, from 0 on. A value that cannot be computed because the row lacks something is left out.',
  settings: [
    {
      name: 'fields',
      kind: 'values',
      about: 'the value of each field: a value, a text with references, an expression',
    },
  ],
  example: {
    step: { fields: { vat: '${= round(item.price * 0.21, 2) }', place: '${= index + 1 }' } },
    rows: [{ price: 10 }, { price: 20 }],
    result: [
      { price: 10, vat: 2.1, place: 1 },
      { price: 20, vat: 4.2, place: 2 },
    ],
  },
  compile: (reader) => {
    const entries = readEntries(reader, 'fields');
    if (entries === null) return null;
    const fields = entries.map(([key, value]) => ({
      key,
      template: readTemplate(reader, value, ['fields', key]),
    }));
    return {
      run: (machine, rows) => {
        payForReading(machine, rows, []);
        return rows.map((row, index) => {
          const object = objectAt(row, index);
          payForRow(machine, Object.keys(object).length + fields.length);
          const changed: { [key: string]: Json } = { ...object };
          for (const { key, template } of fields) {
            const value = valueFor(machine, template, [row, index]);
            if (value !== undefined) setOwn(changed, key, value);
          }
          return changed;
        });
      },
      toExpression: (rows) => {
        const parts = fields.map(({ key, template }) => {
          const value = writeValue(template);
          return value === null ? null : `${JSON.stringify(key)}: ${value}`;
        });
        if (parts.includes(null)) return null;
        return `${rows}.map((item, index) => ({ ...item, ${parts.join(', ')} }))`;
      },
    };
  },
};
