import { setOwn, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import { nameOfField, readRowField, writeField } from '../field-path.ts';
import { payForReading, payForRow } from '../row-machine.ts';
import { objectAt } from '../row-object.ts';
import type { StepEntry } from '../step-entry.ts';
import { readField, readName, settingOf } from '../step-reader.ts';

export const splitStep: StepEntry = {
  op: 'split',
  title: 'Split into rows',
  description:
    'Makes a row for each item of a list that the rows hold, with the other fields repeated. A row without the list, or with an empty one, gives no row; a single value counts as a list of it.',
  settings: [
    { name: 'field', kind: 'field', about: 'the field with the list' },
    {
      name: 'as',
      kind: 'name',
      about: 'the field that gets the item; default the name of the list',
      isOptional: true,
    },
  ],
  example: {
    step: { field: 'tags', as: 'tag' },
    rows: [
      { id: 1, tags: ['a', 'b'] },
      { id: 2, tags: [] },
    ],
    result: [
      { id: 1, tag: 'a' },
      { id: 1, tag: 'b' },
    ],
  },
  compile: (reader) => {
    const field = readField(reader, settingOf(reader, 'field'), ['field']);
    if (field === null) return null;
    const as = readName(reader, settingOf(reader, 'as') ?? nameOfField(field), ['as']);
    if (as === null) return null;
    // A list inside of another field stays there: only a field of the row itself is replaced.
    const replaced = field.length === 1 ? field[0] : undefined;
    return {
      run: (machine, rows) => {
        payForReading(machine, rows, [field]);
        return rows.flatMap((row, index) => {
          const object = objectAt(row, index);
          const value = readRowField(object, field) ?? [];
          const items: readonly Json[] = isList(value) ? value : [value];
          const kept = withoutKey(object, replaced);
          const count = Object.keys(kept).length + 1;
          return items.map((item) => {
            payForRow(machine, count);
            const part: { [key: string]: Json } = { ...kept };
            setOwn(part, as, item);
            return part;
          });
        });
      },
      toExpression: (rows) => {
        const rest = replaced === undefined ? 'item' : `item.omit(${JSON.stringify(replaced)})`;
        const row = `({ ...${rest}, ${JSON.stringify(as)}: part })`;
        return `${rows}.flatMap(item => list(${writeField('item', field)}).map(part => ${row}))`;
      },
    };
  },
};

function withoutKey(object: JsonObject, key: string | undefined): JsonObject {
  if (key === undefined) return object;
  const { [key]: _, ...rest } = object;
  return rest;
}
