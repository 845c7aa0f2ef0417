import { ownValue, setOwn, type Json } from '../../json.ts';
import { payForRow } from '../row-machine.ts';
import { objectAt } from '../row-object.ts';
import type { StepEntry } from '../step-entry.ts';
import { checkNames, readEntries, readName } from '../step-reader.ts';

export const renameStep: StepEntry = {
  op: 'rename',
  title: 'Rename fields',
  description:
    'Gives fields of the rows other names; where a row has a field of that name already, the later one of the two stays.',
  settings: [{ name: 'fields', kind: 'names', about: 'the new name of each old one' }],
  example: {
    step: { fields: { nr: 'number' } },
    rows: [{ nr: 7, city: 'Gent' }],
    result: [{ number: 7, city: 'Gent' }],
  },
  compile: (reader) => {
    const entries = readEntries(reader, 'fields');
    if (entries === null) return null;
    const names = new Map<string, string>();
    for (const [from, given] of entries) {
      const to = readName(reader, given, ['fields', from]);
      if (to === null) return null;
      names.set(from, to);
    }
    if (!checkNames(reader, [...names.values()], 'fields')) return null;
    return {
      run: (machine, rows) =>
        rows.map((row, index) => {
          const object = objectAt(row, index);
          const keys = Object.keys(object);
          payForRow(machine, keys.length);
          const renamed: { [key: string]: Json } = {};
          for (const key of keys) {
            setOwn(renamed, names.get(key) ?? key, ownValue(object, key) ?? null);
          }
          return renamed;
        }),
      toExpression: (rows) =>
        `${rows}.map(item => item.rename(${JSON.stringify(Object.fromEntries(names))}))`,
    };
  },
};
