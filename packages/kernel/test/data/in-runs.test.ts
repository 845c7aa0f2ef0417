// Goal: data nodes in runs: what they read, what happens when it is not there, what they cost, and how they are explained.
import {
  compileGraph,
  previewSteps,
  type Json,
  type JsonObject,
  type WorkflowNode,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { sentences, why } from '../explain/explaining.ts';
import { compute, statuses } from '../run/acts.ts';
import { started } from '../items/with-items.ts';
import { edge, play, step } from '../run/play.ts';

function data(id: string, config: JsonObject, more: Partial<WorkflowNode> = {}): WorkflowNode {
  return { id, type: 'data', config, ...more };
}

const rows = Array.from({ length: 6 }, (_, n) => ({ id: n, even: n % 2 === 0 }));

describe('a data node', () => {
  it('[K838] computes its output from "from", else from what came over the edge', () => {
    const steps = [
      { op: 'filter', where: { field: 'even', op: 'truthy' } },
      { op: 'pick', fields: 'id' },
    ];
    const run = play({
      nodes: [
        data('a', { from: '${trigger.rows}', steps }),
        data('b', { steps: [{ op: 'limit', count: 1 }] }),
      ],
      edges: [edge('a -> b')],
    }).start({ rows });
    expect(run.output('a')).toEqual([{ id: 0 }, { id: 2 }, { id: 4 }]);
    expect(run.output('b')).toEqual([{ id: 0 }]);
  });

  it('[K838] pends on what its steps read', () => {
    const steps = [{ op: 'merge', with: '${f.output}', how: 'append' }];
    const run = play({
      nodes: [data('a', { from: '${trigger}', steps }), step('f')],
      edges: [],
      entry: ['a', 'f'],
      policy: { onUnresolved: 'pend' },
    }).start([1]);
    expect(statuses(run, 'a').a).toBe('pending');
    expect(run.complete('f', { value: [2] }).output('a')).toEqual([1, 2]);
  });

  it('[K838] fails over its error port: no list, an unresolved reference, a step that cannot go on', () => {
    const failing = (config: JsonObject, input: Json) => {
      const run = play({
        nodes: [data('a', config), compute('caught', '${previous.code}')],
        edges: [edge('a.error -> caught')],
      }).start(input);
      return run.output('caught');
    };
    const limit = [{ op: 'limit', count: 1 }];
    expect(failing({ from: '${trigger}', steps: limit }, 'x')).toBe('DATA_FAILED');
    // Not what came over the edge: the reference has a value.
    expect(failing({ from: '${= trigger[0] }', steps: limit }, [null])).toBe('DATA_FAILED');
    expect(failing({ from: '${trigger.rows}', steps: limit }, {})).toBe('UNRESOLVED_REFERENCE');
    expect(failing({ steps: [{ op: 'limit', count: '${trigger.n}' }] }, [1])).toBe(
      'UNRESOLVED_REFERENCE',
    );
    expect(
      failing({ steps: [{ op: 'set', fields: { x: '${= item.n * 2 }' } }] }, [{ n: 'x' }]),
    ).toBe('EXPRESSION_FAILED');
  });

  it.each([
    [6, 'Step 1 (set): ${= item.n * 2 }'],
    [7, 'Step 2 (set), row 1: ${= item.n * 2 }'],
  ])('[K1651] what fails is named by step and row since rules 7 (under %i)', (rules, named) => {
    const steps = [
      { op: 'filter', where: '${= exists(item.n) }' },
      { op: 'set', fields: { m: '${= item.n * 2 }' } },
    ];
    const node = { id: 'd', type: 'data', config: { from: '${trigger}', steps } };
    const { state } = started({ nodes: [node] }, [{}, { n: 1 }, { n: 'x' }], rules);
    expect(state.error?.message).toContain(named);
  });

  it('[K839] takes at most 1,000,000 units of work, and the batch ends after much of it', () => {
    const many = Array.from({ length: 1200 }, (_, n) => ({ n }));
    const steps = [{ op: 'merge', with: '${trigger}', how: 'inner', on: 'k' }];
    const joined = many.map((row) => ({ ...row, k: 1 }));
    const run = play({ nodes: [data('a', { from: '${trigger}', steps })] }).start(joined);
    expect(sentences(run, 'a')).toContain('Step 0 (merge): it takes too much work');
    const { failure } = previewSteps(
      { steps: [{ op: 'merge', with: joined, how: 'inner', on: 'k' }] },
      joined,
    );
    expect(failure).toMatchObject({ code: 'DATA_LIMIT', retry: 'never' });
  });

  it('[K839] an expression that uses up the work of all steps is the limit of the node', () => {
    const many = Array.from({ length: 300_000 }, (_, n) => n);
    const { failure } = previewSteps(
      { steps: [{ op: 'filter', where: '${= item % 2 == 0 }' }] },
      many,
    );
    expect(failure?.code).toBe('DATA_LIMIT');
  });

  it('[K839] conditions after a costly node have work of their own', () => {
    const many = Array.from({ length: 25_000 }, (_, n) => ({ n }));
    const steps = [{ op: 'set', fields: { m: '${= item.n + 1 }' } }];
    const run = play({
      nodes: [data('a', { from: '${trigger}', steps }), compute('b', '${= a.output.length }')],
      edges: [
        { ...edge('a -> b'), when: '${= a.output.length > 3 && range(0, 50000).length > 1 }' },
      ],
    }).start(many);
    expect(run.effects.map(({ type }) => type)).toEqual(['continue']);
    expect(run.send({ type: 'run.continued' }).output('b')).toBe(25_000);
  });

  it('[K840] explain says how many rows went into each step, and came out of it', () => {
    const steps = [
      { op: 'filter', where: { field: 'even', op: 'truthy' } },
      { op: 'limit', count: 2 },
    ];
    const run = play({ nodes: [data('a', { from: '${trigger}', steps })] }).start(rows);
    expect(why(run, 'a').activations[0]?.steps).toEqual([
      { op: 'filter', before: 6, after: 3 },
      { op: 'limit', before: 3, after: 2 },
    ]);
    expect(sentences(run, 'a')).toContain(
      'completed on port output. Rows: filter 6 → 3, limit 3 → 2.',
    );
  });

  it('[K836] wrong steps are diagnostics with the place, and unknown nodes in them are warned about', () => {
    const { diagnostics } = compileGraph({
      skein: 1,
      nodes: [
        data('a', {
          steps: [
            { op: 'limit', count: 1 },
            { op: 'filter', where: { any: [{ field: 'x', op: 'like', value: 1 }] } },
            { op: 'merge', with: '${nobody.output}', how: 'append' },
            { op: 'set', fields: { y: '${= item. }' } },
          ],
        }),
      ],
    });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'BAD_STEP /nodes/0/config/steps/1/where/any/0/op',
      'BAD_EXPRESSION /nodes/0/config/steps/3/fields/y',
      'UNKNOWN_REFERENCE /nodes/0/config/steps/2/with',
    ]);
  });

  it('[K841] a preview has the rows after each step, up to the one that fails', () => {
    const steps = [
      { op: 'limit', count: 1 },
      { op: 'chunk', size: 5 },
      { op: 'pick', fields: 'a' },
      { op: 'flatten' },
    ];
    const preview = previewSteps({ steps }, [{ a: 1 }, { a: 2 }]);
    expect(preview.stages).toEqual([[{ a: 1 }], [[{ a: 1 }]]]);
    expect(preview.failure?.message).toContain('Step 3 (pick)');
    expect(previewSteps({ steps: [{ op: 'nope' }] }, []).problems).toHaveLength(1);
    expect(previewSteps({ steps: [{ op: 'limit', count: '${trigger.n}' }] }, []).missing).toEqual([
      '${trigger.n}',
    ]);
  });
});
