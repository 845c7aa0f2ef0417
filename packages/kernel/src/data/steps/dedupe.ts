import { writeField, type FieldPath } from '../field-path.ts';
import { payForReading } from '../row-machine.ts';
import { keyFor, type RowKey } from '../row-key.ts';
import type { StepEntry } from '../step-entry.ts';
import { readChoice, readFields } from '../step-reader.ts';

const KEEPS = ['first', 'last'] as const;

export const dedupeStep: StepEntry = {
  op: 'dedupe',
  title: 'Remove duplicates',
  description: 'Keeps one of the rows that are equal, or equal in these fields.',
  settings: [
    {
      name: 'by',
      kind: 'fields',
      about: 'a field or a list of fields; default the whole row',
      isOptional: true,
    },
    {
      name: 'keep',
      kind: 'choice',
      choices: KEEPS,
      about: '`first` (the default) or `last` of them',
      isOptional: true,
    },
  ],
  example: {
    step: { by: 'id', keep: 'last' },
    rows: [
      { id: 1, v: 'old' },
      { id: 2, v: 'only' },
      { id: 1, v: 'new' },
    ],
    result: [
      { id: 2, v: 'only' },
      { id: 1, v: 'new' },
    ],
  },
  compile: (reader) => {
    const by = readFields(reader, 'by', false);
    const keep = readChoice(reader, 'keep', KEEPS, 'first');
    if (by === null || keep === null) return null;
    return {
      run: (machine, rows) => {
        payForReading(machine, rows, by);
        const kept = new Map<RowKey, number>();
        for (const [index, row] of rows.entries()) {
          const key = keyFor(machine, row, by);
          if (keep === 'last' || !kept.has(key)) kept.set(key, index);
        }
        const places = new Set(kept.values());
        return rows.filter((_, index) => places.has(index));
      },
      toExpression: (rows) => {
        const unique = `.unique(${writeUnique(by)})`;
        return keep === 'first' ? `${rows}${unique}` : `${rows}.reverse()${unique}.reverse()`;
      },
    };
  },
};

function writeUnique(by: readonly FieldPath[]): string {
  if (by.length === 0) return '';
  return `item => [${by.map((field) => writeField('item', field)).join(', ')}]`;
}
