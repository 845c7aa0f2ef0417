// Goal: nodes without effects that work on every item of a list, in one step of the run.
import { compileGraph, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { sentences } from '../explain/explaining.ts';
import { compute, statuses } from '../run/acts.ts';
import { edge, step } from '../run/play.ts';
import { perItem, started } from './with-items.ts';

const people = [
  { name: 'Ada', age: 36 },
  { name: 'Bob', age: 12 },
];

describe('each', () => {
  it('[K1250] computes a value for every item, with the item and its index, in one step', () => {
    const value = {
      text: '${index}: ${item.name}',
      adult: '${= item.age >= 18 }',
      of: '${trigger[0].name}',
    };
    const run = started({ nodes: [perItem('a', value)], edges: [] }, people);
    expect(run.output('a')).toEqual([
      { text: '0: Ada', adult: true, of: 'Ada' },
      { text: '1: Bob', adult: false, of: 'Ada' },
    ]);
    expect(run.journal).toHaveLength(1);
    expect(run.state.status).toBe('completed');
  });

  it('[K1250] does the steps of a data node for every item', () => {
    const steps = [{ op: 'filter', where: '${= item > 1 }' }];
    const run = started(
      {
        nodes: [
          { id: 'a', type: 'data', each: '${trigger}', config: { from: '${item.of}', steps } },
        ],
      },
      [{ of: [1, 2] }, { of: [3] }],
    );
    expect(run.output('a')).toEqual([[2], [3]]);
  });

  it('[K1250] item is the current element, also where a node has that name', () => {
    const run = started({
      nodes: [compute('item', 'a node'), perItem('a', '${item.output}', [{ output: 'an item' }])],
      edges: [edge('item -> a')],
    });
    expect(run.output('a')).toEqual(['an item']);
  });

  it('[K1251] leaves out what an item lacks; what the run lacks is unresolved, for the whole node', () => {
    const value = { name: '${item.name}', mail: '${item.mail}', note: '${item.note|none}' };
    const run = started({ nodes: [perItem('a', value)] }, people);
    expect(run.output('a')).toEqual([
      { name: 'Ada', note: 'none' },
      { name: 'Bob', note: 'none' },
    ]);
    const lacking = started(
      {
        nodes: [perItem('a', '${f.output}', '${trigger}'), step('f')],
        entry: ['a', 'f'],
        policy: { onUnresolved: 'pend' },
      },
      [1, 2],
    );
    expect(statuses(lacking, 'a').a).toBe('pending');
    expect(lacking.complete('f', { value: 'x' }).output('a')).toEqual(['x', 'x']);
  });

  const doubled = '${= item.age * 2 }';
  const mixed: Json = [{ age: 2 }, { age: 'two' }, 3];

  it('[K1252] a failed item fails the node with its place', () => {
    const run = started(
      {
        nodes: [perItem('a', doubled), compute('caught', '${previous}')],
        edges: [edge('a.error -> caught')],
      },
      mixed,
    );
    const caught = run.output('caught') as { code: string; message: string };
    expect(caught.code).toBe('EXPRESSION_FAILED');
    expect(caught.message).toMatch(/^Item 1: /u);
  });

  it('[K1252] or is marked among the results, or leaves on the port error', () => {
    const all = [...(mixed as Json[])];
    const with_ = (onError: 'mark' | 'port') =>
      started(
        {
          nodes: [
            perItem('a', doubled, { items: '${trigger}', onError }),
            compute('good', '${previous}'),
            compute('bad', '${previous}'),
          ],
          edges: [edge('a -> good'), edge('a.error -> bad')],
        },
        all,
      );
    const error = { code: 'EXPRESSION_FAILED', message: expect.any(String) as string };
    const marked = with_('mark');
    expect(marked.output('good')).toEqual([4, { age: 'two', error }, null]);
    expect(marked.count('bad')).toBe(0);
    const ported = with_('port');
    expect(ported.output('good')).toEqual([4, null]);
    expect(ported.output('bad')).toEqual([{ age: 'two', error }]);
    expect(statuses(ported, 'a').a).toBe('completed');
    expect(ported.state.status).toBe('completed');
  });

  it('[K1253] refuses what is no list, more than 100,000 items, and more work than a node may take', () => {
    const failing = (each: string, input: Json, value: Json = '${item}') => {
      const run = started(
        {
          nodes: [perItem('a', value, each), compute('caught', '${previous.code}')],
          edges: [edge('a.error -> caught')],
        },
        input,
      );
      // After much work the batch ends.
      if (run.effects.some(({ type }) => type === 'continue')) run.send({ type: 'run.continued' });
      return run.output('caught');
    };
    expect(failing('${trigger}', { a: 1 })).toBe('BAD_CONFIG');
    const many = Array.from({ length: 100_001 }, () => 0);
    expect(failing('${trigger}', many)).toBe('LIMIT_REACHED');
    const costly = '${= range(0, 400).map(n => n * item) }';
    expect(failing('${trigger}', many.slice(0, 2000), costly)).toBe('DATA_LIMIT');
  });

  it('[K1254] says which types can work on items', () => {
    const { graph, diagnostics } = compileGraph({
      skein: 1,
      nodes: [
        { id: 'a', type: 'if', config: { condition: true }, each: '${previous}' },
        { id: 'b', type: 'code', config: { code: 'return 1', ports: ['x'] }, each: '${previous}' },
        { id: 'c', type: 'transform', config: { value: '${item.x' }, each: '${nobody.output' },
      ],
    });
    expect(graph).toBeNull();
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'EACH_NOT_POSSIBLE /nodes/0/each',
      'EACH_NOT_POSSIBLE /nodes/1/each',
      'BAD_REFERENCE /nodes/2/config/value',
      'BAD_REFERENCE /nodes/2/each',
    ]);
  });

  it('[K1258] explain says how many items there were', () => {
    const run = started({ nodes: [perItem('a', '${item}')] }, people);
    expect(sentences(run, 'a')).toContain('each 2 → 2');
  });

  it('[K1259] journals of earlier rules are rebuilt as they were', () => {
    const nodes = [
      { id: 'a', type: 'transform', config: { value: [] }, whenEmpty: 'skip' as const },
      compute('b'),
    ];
    const before = started({ nodes, edges: [edge('a -> b')] }, null, 5);
    expect(before.count('b')).toBe(1);
    expect(started({ nodes, edges: [edge('a -> b')] }, null).count('b')).toBe(0);
  });

  it('[K2200] says which items it takes, and which of them could not be computed', () => {
    const taken = (onError: 'fail' | 'mark') => {
      const value = '${= item.age * 2 }';
      const node = perItem('a', value, { items: '${trigger}', onError });
      const run = started({ nodes: [node], edges: [] }, [...people, { age: 'x' }]);
      return run.derived.filter(({ type }) => type === 'items.taken');
    };
    const fact = {
      type: 'items.taken',
      node: 'a',
      activation: 1,
      items: [...people, { age: 'x' }],
      failed: [{ index: 2, error: { code: 'EXPRESSION_FAILED', message: expect.any(String) } }],
    };
    expect(taken('mark')).toEqual([fact]);
    expect(taken('fail')).toEqual([fact]);
  });
});
