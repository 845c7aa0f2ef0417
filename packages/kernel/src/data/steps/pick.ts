import { setOwn, type Json } from '../../json.ts';
import { nameOfField, readRowField, writeField } from '../field-path.ts';
import { payForReading, payForRow } from '../row-machine.ts';
import { objectAt } from '../row-object.ts';
import type { StepEntry } from '../step-entry.ts';
import { checkNames, readFields } from '../step-reader.ts';

export const pickStep: StepEntry = {
  op: 'pick',
  title: 'Keep fields',
  description:
    'Keeps these fields of every row and no others. `address.city` becomes `city`; what a row does not have stays away.',
  settings: [{ name: 'fields', kind: 'fields', about: 'a field or a list of fields' }],
  example: {
    step: { fields: ['id', 'address.city'] },
    rows: [{ id: 1, address: { city: 'Gent', zip: 9000 }, note: '' }],
    result: [{ id: 1, city: 'Gent' }],
  },
  compile: (reader) => {
    const fields = readFields(reader, 'fields', true);
    if (fields === null || !checkNames(reader, fields.map(nameOfField), 'fields')) return null;
    return {
      run: (machine, rows) => {
        payForReading(machine, rows, fields);
        return rows.map((row, index) => {
          const object = objectAt(row, index);
          payForRow(machine, fields.length);
          const picked: { [key: string]: Json } = {};
          for (const field of fields) {
            const value = readRowField(object, field);
            if (value !== undefined) setOwn(picked, nameOfField(field), value);
          }
          return picked;
        });
      },
      toExpression: (rows) => {
        const own = fields.filter((field) => field.length === 1);
        const picked = `item.pick(${own.map((field) => JSON.stringify(nameOfField(field))).join(', ')})`;
        if (own.length === fields.length) return `${rows}.map(item => ${picked})`;
        const inner = fields
          .filter((field) => field.length > 1)
          .map((field) => `${JSON.stringify(nameOfField(field))}: ${writeField('item', field)}`);
        return `${rows}.map(item => ({ ...${picked}, ${inner.join(', ')} }))`;
      },
    };
  },
};
