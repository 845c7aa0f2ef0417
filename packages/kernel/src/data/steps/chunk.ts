import { spend } from '../../expressions/machine.ts';
import type { Json } from '../../json.ts';
import type { StepEntry } from '../step-entry.ts';
import { report, said, settingOf } from '../step-reader.ts';

export const chunkStep: StepEntry = {
  op: 'chunk',
  title: 'Chunk',
  description:
    'Makes lists of so many rows each; the last may be shorter. Good before a `map` node.',
  settings: [{ name: 'size', kind: 'count', about: 'how many rows a list has' }],
  example: { step: { size: 2 }, rows: [1, 2, 3], result: [[1, 2], [3]] },
  compile: (reader) => {
    const size = settingOf(reader, 'size');
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 1) {
      const message = `"size" is a whole number from 1 on, not ${said(size)}.`;
      return report(reader, ['size'], message, 'Write how many rows a list has.');
    }
    return {
      run: ({ work }, rows) => {
        spend(work, 1 + rows.length / 8 + rows.length / size);
        const chunks: Json[] = [];
        for (let at = 0; at < rows.length; at += size) chunks.push(rows.slice(at, at + size));
        return chunks;
      },
      toExpression: (rows) => `${rows}.chunk(${size})`,
    };
  },
};
