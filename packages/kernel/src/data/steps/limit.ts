import { spend } from '../../expressions/machine.ts';
import { kindOf } from '../../expressions/values.ts';
import type { Template } from '../../references/template.ts';
import { refuse, type RowMachine } from '../row-machine.ts';
import { valueFor } from '../row-value.ts';
import type { StepEntry } from '../step-entry.ts';
import { readTemplate, report, said, settingOf, type StepReader } from '../step-reader.ts';
import { writeValue } from '../write-value.ts';

export const limitStep: StepEntry = {
  op: 'limit',
  title: 'Limit',
  description: 'Keeps so many rows, from the first on, or after those that are skipped.',
  settings: [
    { name: 'count', kind: 'amount', about: 'how many rows, or a reference to that number' },
    {
      name: 'offset',
      kind: 'amount',
      about: 'how many rows to skip before; default 0',
      isOptional: true,
    },
  ],
  example: { step: { count: 2, offset: 1 }, rows: [1, 2, 3, 4], result: [2, 3] },
  compile: (reader) => {
    const count = readCount(reader, 'count');
    const offset = readCount(reader, 'offset', 0);
    if (count === null || offset === null) return null;
    return {
      run: (machine, rows) => {
        const from = countFor(machine, 'offset', offset);
        const part = rows.slice(from, from + countFor(machine, 'count', count));
        spend(machine.work, 1 + part.length / 8);
        return part;
      },
      toExpression: (rows) => {
        const from = writeValue(offset);
        const size = writeValue(count);
        if (from === null || size === null) return null;
        return from === '0'
          ? `${rows}.first(${size})`
          : `${rows}.slice(${from}, ${from} + ${size})`;
      },
    };
  },
};

function readCount(reader: StepReader, key: string, otherwise?: number): Template | null {
  const given = settingOf(reader, key) ?? otherwise;
  const isNumber = typeof given === 'number' && Number.isInteger(given) && given >= 0;
  const isTemplate = typeof given === 'string' && given.includes('${');
  if (given !== undefined && (isNumber || isTemplate))
    return readTemplate(reader, given, [key], []);
  const message = `"${key}" is a whole number from 0 on, not ${said(given)}.`;
  return report(reader, [key], message, 'Write a number, or a reference to one.');
}

function countFor(machine: RowMachine, key: string, template: Template): number {
  const value = valueFor(machine, template) ?? null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  const found = typeof value === 'number' ? String(value) : kindOf(value);
  throw refuse(`"${key}" is a whole number from 0 on, but became ${found}`);
}
