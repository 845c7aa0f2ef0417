// What the cards of a data node compute before they are drawn.
import { describeSteps, type Json, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { setRequest } from '../../src/graph/edit/set-request.ts';
import { readWhere, writeWhere } from '../../src/graph/conditions/where-tree.ts';
import { stepForm } from '../../src/form/step-form.ts';
import { objectAt } from '../../src/graph/own-keys.ts';
import { scopeOfValues, valuesAt } from '../../src/graph/expressions/expression-values.ts';
import { newStep } from '../../src/graph/steps/new-step.ts';
import { previewData } from '../../src/graph/steps/preview-data.ts';
import { rowFields } from '../../src/graph/steps/row-fields.ts';
import { rowTable } from '../../src/graph/steps/row-table.ts';
import { keySteps, noSteps } from '../../src/graph/steps/step-keys.ts';

const steps = describeSteps();

describe.each(steps.map((entry) => [entry.op, entry] as const))('the step %s', (_, entry) => {
  it('[W901] has a form with every setting of the table', () => {
    const { schema } = stepForm(entry);
    expect(Object.keys(objectAt(schema, 'properties'))).toEqual(
      entry.settings.map(({ name }) => name),
    );
  });

  it('[W900] starts valid, with a field of the rows or as in its example', () => {
    for (const rows of [[], [{ city: 'Gent' }]]) {
      const added = { steps: [newStep(entry, rowFields(rows))] };
      const scope = scopeOfValues(valuesAt({ definition: {}, lines: [], run: undefined }));
      const preview = previewData({ ...added, from: rows }, { scope, sample: '' });
      expect([preview.stages.length, preview.stopped]).toEqual([1, null]);
    }
  });
});

it.each<[Json]>([
  [{ field: 'price', op: 'gt', value: 10 }],
  [{ field: 'price', op: 'exists' }],
  [{ op: 'eq', value: 3 }],
  ['${= item.price > 10 }'],
  [
    {
      all: [
        { field: 'a', op: 'truthy' },
        { any: ['${= item.b }', { not: { field: 'c', op: 'empty' } }] },
      ],
    },
  ],
  [{ not: { any: [{ field: 'a', op: 'eq', value: null }] } }],
])('[W901] the condition %j is shown by the form, and unchanged parts stay', (where) => {
  const tree = readWhere(where);
  expect(tree).not.toBeNull();
  expect(writeWhere(tree!)).toEqual(where);
});

it('[W901] a condition that a form cannot show is edited as JSON', () => {
  for (const where of [
    true,
    'price',
    { field: 3, op: 'eq' },
    { field: 'a', op: 'like' },
    { all: 1 },
  ])
    expect(readWhere(where)).toBeNull();
});

it('[W900] a card stays the same when its step is moved, edited, or another one is removed', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((op): JsonObject => ({ op }));
  const first = keySteps(noSteps, [a!, b!, c!]);
  expect(first.keys).toEqual([0, 1, 2]);
  expect(keySteps(first, [c!, a!, b!]).keys).toEqual([2, 0, 1]);
  expect(keySteps(first, [a!, c!]).keys).toEqual([0, 2]);
  expect(keySteps(first, [a!, { op: 'x' }, c!]).keys).toEqual([0, 1, 2]);
  expect(keySteps(first, [a!, { ...a! }, b!, c!]).keys).toEqual([0, 3, 1, 2]);
});

it('[W902] shows at most 20 rows, and cuts long values', () => {
  const rows = Array.from({ length: 50 }, (_, nr) => ({ nr, text: 'x'.repeat(5000) }));
  const table = rowTable(rows);
  expect([table.columns, table.rows.length, table.rowsLeft]).toEqual([['nr', 'text'], 20, 30]);
  expect(table.rows[0]?.[1]?.length).toBeLessThan(100);
  expect(rowTable([1, { a: 2 }])).toMatchObject({ columns: ['value'], rows: [['1'], ['{"a":2}']] });
});

it('[W903] a wrong step and one that fails keep the rows of those before them', () => {
  const scope = scopeOfValues(
    valuesAt({ definition: {}, lines: [], run: { input: [{ a: 1 }], outputs: {}, nodes: {} } }),
  );
  const preview = (...given: JsonObject[]) =>
    previewData({ from: '${trigger}', steps: given }, { scope, sample: '' });
  const limit = { op: 'limit', count: 1 };
  expect(preview(limit, { op: 'nothing' })).toMatchObject({ stages: [[{ a: 1 }]], stopped: null });
  const sum = { op: 'aggregate', values: { total: { fn: 'sum', field: 'a' } } };
  expect(preview(limit, { op: 'set', fields: { a: 'x' } }, sum)).toMatchObject({
    stages: [[{ a: 1 }], [{ a: 'x' }]],
    stopped: expect.stringContaining('Step 3 (aggregate)'),
  });
});

it('[W904] a pasted request leaves what is done with the answer', () => {
  const before = { url: 'https://a.example', auth: { bearer: 'OLD' }, full: true };
  expect(setRequest(before, { url: 'https://b.example', method: 'PUT' })).toEqual({
    url: 'https://b.example',
    method: 'PUT',
    full: true,
  });
});
