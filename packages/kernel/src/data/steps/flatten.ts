import { spend } from '../../expressions/machine.ts';
import type { Json } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { StepEntry } from '../step-entry.ts';
import { report, said, settingOf } from '../step-reader.ts';

export const flattenStep: StepEntry = {
  op: 'flatten',
  title: 'Flatten',
  description: 'Puts the items of rows that are lists in their place.',
  settings: [
    {
      name: 'depth',
      kind: 'count',
      about: 'how many levels of lists; default 1',
      isOptional: true,
    },
  ],
  example: { step: {}, rows: [[1, 2], 3, [[4]]], result: [1, 2, 3, [4]] },
  compile: (reader) => {
    const depth = settingOf(reader, 'depth') ?? 1;
    if (typeof depth !== 'number' || !Number.isInteger(depth) || depth < 1) {
      const message = `"depth" is a whole number from 1 on, not ${said(depth)}.`;
      return report(reader, ['depth'], message, 'Leave it out for one level.');
    }
    return {
      run: ({ work }, rows) => {
        let flat = rows;
        for (let level = 0; level < depth && flat.some(isList); level++) {
          spend(work, 1 + flat.length / 8);
          const next: Json[] = [];
          for (const row of flat) {
            const items = isList(row) ? row : [row];
            spend(work, 0.5 + items.length / 4);
            for (const item of items) next.push(item);
          }
          flat = next;
        }
        return flat;
      },
      toExpression: (rows) => `${rows}.flat(${depth === 1 ? '' : depth})`,
    };
  },
};
