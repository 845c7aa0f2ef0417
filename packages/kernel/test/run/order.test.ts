// Goal: with the same events, effects come in the same order, and the order is the one that people expect.
import type { Effect, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step } from './play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));
const ask = (id: string): WorkflowNode => ({ id, type: 'input', config: { prompt: '?' } });
const pure = (id: string): WorkflowNode => ({ id, type: 'transform', config: { value: id } });

/** What the host is told, in short. */
function told(effects: readonly Effect[]): string[] {
  return effects.map((effect) => {
    if (effect.type === 'cancel') return `cancel ${effect.what.kind}`;
    return 'node' in effect && effect.node !== undefined
      ? `${effect.type} ${effect.node}`
      : effect.type;
  });
}

describe('all targets of one completion', () => {
  it('[K18] start together in definition order, waits and timers among them', () => {
    const run = play({
      nodes: [
        ...steps('s', 'a'),
        ask('w'),
        { id: 'd', type: 'delay', config: { ms: 5 } },
        pure('p'),
        step('b'),
        { id: 'm', type: 'map', config: { items: [1], workflow: 'inner' } },
        { id: 'e', type: 'emit', config: { name: 'n' } },
      ],
      edges: ['a', 'w', 'd', 'p', 'b', 'm', 'e'].map((to) => edge(`s -> ${to}`)),
    }).start();
    run.complete('s');
    // What needs no slot begins where it stands; functions follow in their order.
    expect(told(run.effects)).toEqual([
      'wait w',
      'timer d',
      'child m',
      'emit e',
      'execute a',
      'execute b',
    ]);
  });

  it('[K18] edges are evaluated by priority, lower first, then in definition order', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'c', 'd'),
      edges: [
        edge('s -> a', { priority: 2 }),
        edge('s -> b'),
        edge('s -> c', { priority: -1 }),
        edge('s -> d', { when: { left: '${previous}', op: 'eq', right: 's#1' } }),
      ],
    }).start();
    run.complete('s');
    expect(run.running()).toEqual(['c#1', 'b#1', 'd#1', 'a#1']);
  });

  it('[K18] a wait opens before what follows from the pure node beside it', () => {
    const run = play({
      nodes: [step('s'), pure('p'), ask('after'), ask('beside')],
      edges: [edge('s -> p'), edge('p -> after'), edge('s -> beside')],
    }).start();
    run.complete('s');
    expect(told(run.effects)).toEqual(['wait beside', 'wait after']);
  });

  it('[K18] conditions of edges are read at completion, before any target starts', () => {
    const run = play({
      nodes: [step('s'), pure('p'), step('x')],
      edges: [edge('s -> p'), edge('s -> x', { when: { left: '${p.output}', op: 'exists' } })],
    }).start();
    run.complete('s');
    expect(run.running()).toEqual([]);
    expect(run.state.status).toBe('completed');
  });
});

describe('where concurrency holds nodes back', () => {
  const tree = {
    nodes: steps('s', 'a', 'b', 'a1', 'a2', 'b1', 'b2'),
    edges: [
      edge('s -> a'),
      edge('s -> b'),
      edge('a -> a1'),
      edge('a -> a2'),
      edge('b -> b1'),
      edge('b -> b2'),
    ],
  };

  it('[K19] one slot: the run goes depth first', () => {
    const run = play({ ...tree, policy: { concurrency: 1 } }).start();
    const order: string[] = [];
    while (run.running().length > 0) {
      expect(run.running()).toHaveLength(1);
      const [name = ''] = run.running()[0]?.split('#') ?? [];
      order.push(name);
      run.complete(name);
    }
    expect(order).toEqual(['s', 'a', 'a1', 'a2', 'b', 'b1', 'b2']);
  });

  it('[K19] two slots: the successors of the newest completion go before what was ready earlier', () => {
    const run = play({ ...tree, policy: { concurrency: 2 } }).start();
    run.complete('s');
    expect(run.running()).toEqual(['a#1', 'b#1']);
    run.complete('b');
    expect(run.running()).toEqual(['a#1', 'b1#1']);
    run.complete('a');
    expect(run.running()).toEqual(['b1#1', 'a1#1']);
    run.complete('b1');
    expect(run.running()).toEqual(['a1#1', 'a2#1']);
    run.complete('a1').complete('a2');
    expect(run.running()).toEqual(['b2#1']);
  });

  it('[K19] what a pure node leads to keeps the place of the pure node', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [step('s'), pure('p'), step('b'), step('p1'), step('c')],
      edges: [edge('s -> p'), edge('s -> b'), edge('p -> p1'), edge('s -> c')],
    }).start();
    run.complete('s');
    const order: string[] = [];
    while (run.running().length > 0) {
      const [name = ''] = run.running()[0]?.split('#') ?? [];
      order.push(name);
      run.complete(name);
    }
    expect(order).toEqual(['p1', 'b', 'c']);
  });

  it('[K19] successors go before a node that got the mutex by the same completion', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [
        step('s'),
        step('a', { mutex: 'm' }),
        step('b', { mutex: 'm' }),
        step('a1'),
        step('c'),
      ],
      edges: [edge('s -> a'), edge('s -> b'), edge('s -> c'), edge('a -> a1')],
    }).start();
    run.complete('s').complete('a');
    expect(run.running()).toEqual(['a1#1']);
    run.complete('a1');
    expect(run.running()).toEqual(['b#1']);
    run.complete('b');
    expect(run.running()).toEqual(['c#1']);
  });

  it('[K19] an answered function goes before what was ready earlier', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: steps('s', 'a', 'b', 'c'),
      edges: [edge('s -> a'), edge('s -> b'), edge('s -> c')],
    }).start();
    run.complete('s');
    run.send({ type: 'node.waiting', node: 'a', activation: 1, key: 'k', question: { kind: 'x' } });
    expect(run.execution('b').node).toBe('b');
    run.answer('a', 1);
    run.complete('b');
    expect(told(run.effects)).toEqual(['execute a']);
  });

  it.each([
    ['as `entry` names them', ['c', 'a']],
    ['all that nothing leads to', undefined],
  ])('[K19] entries start in definition order: %s', (_name, entry) => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: steps('a', 'b', 'c'),
      ...(entry === undefined ? {} : { entry }),
    }).start();
    const order: string[] = [];
    while (run.running().length > 0) {
      const [name = ''] = run.running()[0]?.split('#') ?? [];
      order.push(name);
      run.complete(name);
    }
    expect(order).toEqual(entry === undefined ? ['a', 'b', 'c'] : ['a', 'c']);
  });
});

describe('what was started and stopped in one batch', () => {
  const begun: readonly (readonly [string, WorkflowNode])[] = [
    ['a function', step('x')],
    ['a function with a timeout', step('x', { timeoutMs: 10 })],
    ['a wait', ask('x')],
    ['a delay', { id: 'x', type: 'delay', config: { ms: 5 } }],
    ['an event sent', { id: 'x', type: 'emit', config: { name: 'n' } }],
    ['a map', { id: 'x', type: 'map', config: { items: [1, 2, 3], workflow: 'inner' } }],
    ['a sub-workflow', { id: 'x', type: 'subworkflow', config: { workflow: 'inner' } }],
  ];

  it.each(begun)('[K19] %s reaches the host as nothing', (_name, node) => {
    const run = play({
      nodes: [step('s'), node, { id: 'end', type: 'end' }],
      edges: [edge('s -> x'), edge('s -> end')],
    }).start();
    run.complete('s');
    expect(told(run.effects)).toEqual(['finish']);
    expect(run.state.timers.size + run.state.waits.size).toBe(0);
  });

  it.each(begun)('[K19] %s that was started earlier is cancelled', (_name, node) => {
    const run = play({
      nodes: [step('s'), node, step('later'), { id: 'end', type: 'end' }],
      edges: [edge('s -> x'), edge('s -> later'), edge('later -> end')],
    }).start();
    run.complete('s');
    const started = run.effects.filter(
      (effect) => effect.type !== 'execute' || effect.node === 'x',
    );
    run.complete('later');
    const cancels = run.effects.filter(({ type }) => type === 'cancel');
    expect(cancels.length).toBeGreaterThan(0);
    expect(cancels.length).toBeLessThanOrEqual(started.length);
    expect(told(run.effects).at(-1)).toBe('finish');
  });

  it('[K19] of a map, the children started in this batch never start, the earlier ones are cancelled', () => {
    const run = play({
      nodes: [
        step('s'),
        {
          id: 'm',
          type: 'map',
          config: { items: [1, 2, 3], workflow: 'inner', concurrency: 2 },
        },
        step('x', { cancels: ['m'] }),
        { id: 'p', type: 'transform', config: { value: '${previous}' }, cancels: ['m'] },
      ],
      edges: [edge('s -> m'), edge('s -> x')],
      entry: ['s'],
    }).start();
    run.complete('s');
    expect(told(run.effects)).toEqual(['child m', 'child m', 'execute x']);
    run.complete('x');
    expect(told(run.effects)).toEqual(['cancel children', 'finish']);
  });
});
