import { readSummaries, summariesSetting, summarise, writeSummary } from '../aggregates.ts';
import { makeRow } from '../row-machine.ts';
import type { StepEntry } from '../step-entry.ts';

export const aggregateStep: StepEntry = {
  op: 'aggregate',
  title: 'Sum up',
  description: 'Makes one row of all rows, also when there are none.',
  settings: [summariesSetting],
  example: {
    step: {
      values: { total: { fn: 'sum', field: 'price' }, highest: { fn: 'max', field: 'price' } },
    },
    rows: [{ price: 1 }, { price: 5 }],
    result: [{ total: 6, highest: 5 }],
  },
  compile: (reader) => {
    const values = readSummaries(reader, 'values');
    if (values === null) return null;
    return {
      run: (machine, rows) => [
        makeRow(
          machine,
          values.map((each) => [each.name, summarise(machine, each, rows)] as const),
        ),
      ],
      toExpression: (rows) => {
        const parts = values.map((each) => writeSummary(each, 'all'));
        return `[${rows}].map(all => ({ ${parts.join(', ')} }))`;
      },
    };
  },
};
