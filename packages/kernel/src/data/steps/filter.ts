import { holdsFor, readWhere } from '../where.ts';
import { writeWhere } from '../write-where.ts';
import { payForReading } from '../row-machine.ts';
import type { StepEntry } from '../step-entry.ts';
import { settingOf } from '../step-reader.ts';

export const filterStep: StepEntry = {
  op: 'filter',
  title: 'Filter',
  description: 'Keeps the rows for which the condition holds.',
  settings: [
    {
      name: 'where',
      kind: 'condition',
      about:
        '`{ "field", "op", "value" }` with an operator of conditions, `{ "all": [ … ] }`, `{ "any": [ … ] }`, `{ "not": … }`, or an expression over `item` and `index`',
    },
  ],
  example: {
    step: { where: { field: 'price', op: 'gte', value: 10 } },
    rows: [{ price: 5 }, { price: 12 }],
    result: [{ price: 12 }],
  },
  compile: (reader) => {
    const where = readWhere(reader, settingOf(reader, 'where'), ['where']);
    if (where === null) return null;
    return {
      run: (machine, rows) => {
        payForReading(machine, rows, []);
        return rows.filter((row, index) => holdsFor(machine, where, row, index));
      },
      toExpression: (rows) => {
        const test = writeWhere(where);
        return test === null ? null : `${rows}.filter((item, index) => ${test})`;
      },
    };
  },
};
