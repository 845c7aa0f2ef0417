// Goal: items of one list on several ports at once, empty lists, and nodes that fail on purpose.
import { compileGraph, type Json, type JsonObject, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { sentences } from '../explain/explaining.ts';
import { compute } from '../run/acts.ts';
import { edge } from '../run/play.ts';
import { perItem, started } from './with-items.ts';

const cases = [
  { name: 'adult', when: { left: '${item.age}', op: 'gte', right: 18 } },
  { name: 'old', when: '${= item.age > 60 && index >= 0 }' },
];
const people = [{ age: 12 }, { age: 30 }, { age: 70 }];

function parted(config: JsonObject, input: Json = people, more: Partial<WorkflowNode> = {}) {
  return started(
    {
      nodes: [
        { id: 'p', type: 'partition', config, ...more },
        compute('adult', '${previous}'),
        compute('old', '${previous}'),
        compute('rest', '${previous}'),
        { id: 'all', type: 'join' },
      ],
      edges: [
        edge('p.adult -> adult'),
        edge('p.old -> old'),
        edge('p.rest -> rest'),
        edge('adult -> all.adult'),
        edge('old -> all.old'),
        edge('rest -> all.rest'),
      ],
    },
    input,
  );
}

describe('a partition', () => {
  it('[K1256] sends every item to the first case that takes it; each port fires with its own list', () => {
    const run = parted({ cases });
    expect(run.output('all')).toEqual({ adult: [{ age: 30 }, { age: 70 }], rest: [{ age: 12 }] });
    expect(run.count('old')).toBe(0);
    expect(run.output('p')).toEqual({
      adult: [{ age: 30 }, { age: 70 }],
      old: [],
      rest: [{ age: 12 }],
    });
  });

  it('[K1256] with "all" to every case that takes it; without "rest" what none takes is dropped', () => {
    const run = parted({ cases, all: true, rest: null, items: '${trigger.of}' }, { of: people });
    expect(run.output('all')).toEqual({ adult: [{ age: 30 }, { age: 70 }], old: [{ age: 70 }] });
  });

  it('[K1256] fails for what is no list, and for an item that a condition cannot decide', () => {
    expect(parted({ cases }, 'x').state.error).toMatchObject({ code: 'DATA_FAILED', node: 'p' });
    const broken = [{ name: 'adult', when: '${= item.age * 2 > 3 }' }];
    const { error } = parted({ cases: broken }, [{ age: 1 }, { age: 'x' }]).state;
    expect(error?.code).toBe('EXPRESSION_FAILED');
    expect(error?.message).toMatch(/^Item 1: /u);
  });

  it('[K1258] explain says how many items each case took', () => {
    expect(sentences(parted({ cases }), 'p')).toContain('adult 3 → 2');
  });

  it('[K1257] an input that only a port of it brings may never come', () => {
    const { diagnostics } = compileGraph({
      skein: 1,
      nodes: [
        { id: 'p', type: 'partition', config: { cases } },
        { id: 'z', type: 'join', input: { b: { required: true } } },
      ],
      edges: [edge('p.adult -> z.a'), edge('p.old -> z.b')],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['JOIN_MAY_STARVE']);
  });
});

describe('an empty list', () => {
  const run = (whenEmpty: WorkflowNode['whenEmpty'], node: WorkflowNode) =>
    started(
      {
        nodes: [
          whenEmpty === undefined ? node : { ...node, whenEmpty },
          compute('next', '${previous}'),
          compute('other', 'o'),
          { id: 'all', type: 'join' },
        ],
        edges: [edge('a -> next'), edge('next -> all.next'), edge('other -> all.other')],
        entry: ['a', 'other'],
      },
      [],
    );

  it('[K1255] fires like any value, fires nothing, or is replaced', () => {
    const plain = compute('a', '${trigger}');
    expect(run(undefined, plain).output('all')).toEqual({ next: [], other: 'o' });
    expect(run('fire', perItem('a', '${item}', '${trigger}')).output('all')).toEqual({
      next: [],
      other: 'o',
    });
    // The join settles without the branch.
    for (const skipped of [
      run('skip', plain),
      run(undefined, perItem('a', '${item}', '${trigger}')),
    ]) {
      expect(skipped.output('all')).toEqual({ other: 'o' });
      expect(skipped.output('a')).toEqual([]);
      expect(skipped.state.status).toBe('completed');
    }
    const replaced = run([{}], perItem('a', '${item}', '${trigger}'));
    expect(replaced.output('all')).toEqual({ next: [{}], other: 'o' });
    expect(replaced.output('a')).toEqual([{}]);
  });
});

describe('a node that fails', () => {
  it('[K1263] fails like any other, once, with its message and code', () => {
    const failing: WorkflowNode = {
      id: 'f',
      type: 'fail',
      config: { message: 'No ${trigger}.', code: 'NO_STOCK' },
      retry: { attempts: 3 },
    };
    const handled = started(
      { nodes: [failing, compute('c', '${previous}')], edges: [edge('f.error -> c')] },
      'tea',
    );
    expect(handled.output('c')).toEqual({ message: 'No tea.', code: 'NO_STOCK', attempt: 1 });
    expect(handled.state.status).toBe('completed');
    const { status, error } = started({ nodes: [{ id: 'f', type: 'fail' }] }).state;
    expect(status).toBe('failed');
    expect(error).toMatchObject({ code: 'FAILED', node: 'f' });
  });
});
