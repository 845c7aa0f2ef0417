// Goal: activations with the same mutex never overlap, and go in the order in which they became ready; who holds what while
// a node waits, backs off, fails or is stopped.
import type { WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  childEnds,
  compute,
  delay,
  effectsOf,
  map,
  raise,
  statuses,
  suspend,
} from '../run/acts.ts';
import { edge, play, step } from '../run/play.ts';

const locked = (id: string, more: Partial<WorkflowNode> = {}) => step(id, { mutex: 'm', ...more });

describe('a mutex', () => {
  it('[K47] lets one after the other run, first ready first served', () => {
    const run = play({
      nodes: [step('s'), locked('a'), locked('b'), locked('c'), step('d')],
      edges: [edge('s -> c'), edge('s -> a'), edge('s -> b'), edge('s -> d')],
    }).start();
    run.complete('s');
    expect(run.running()).toEqual(['c#1', 'd#1']);
    expect(statuses(run, 'a', 'b')).toEqual({ a: 'ready', b: 'ready' });
    expect(run.complete('c').running()).toEqual(['d#1', 'a#1']);
    expect(run.complete('a').running()).toEqual(['d#1', 'b#1']);
  });

  it('[K47] holds between activations of one node', () => {
    const run = play({
      nodes: [step('s'), step('t'), locked('a', { join: 'each' })],
      edges: [edge('s -> a'), edge('t -> a')],
    }).start();
    run.complete('t').complete('s');
    expect(run.running()).toEqual(['a#1']);
    expect(run.complete('a').running()).toEqual(['a#2']);
  });

  it('[K47] may be a template: equal texts exclude each other, others do not', () => {
    const keyed = (id: string, mutex: string) => step(id, { mutex });
    const run = play({
      nodes: [
        compute('one', 1),
        keyed('a', 'user ${one.output}'),
        keyed('b', 'user 1'),
        keyed('c', 'user ${trigger}'),
        keyed('d', '${one.output}'),
        keyed('e', '1'),
      ],
    }).start(2);
    expect(run.running()).toEqual(['a#1', 'c#1', 'd#1']);
    expect(run.complete('a').running()).toEqual(['c#1', 'd#1', 'b#1']);
    expect(run.complete('d').running()).toEqual(['c#1', 'b#1', 'e#1']);
  });

  it('[K47] may be the context: writers of one conversation take turns', () => {
    const run = play({
      nodes: [step('s'), ...['a', 'b', 'c'].map((id) => step(id, { mutex: '${context.id}' }))],
      edges: [
        edge('s -> a', { carry: 'context' }),
        edge('s -> b', { carry: 'context' }),
        edge('s -> c'),
      ],
    }).start();
    run.complete('s', { value: 1, context: { use: 'chat' } });
    expect(run.running()).toEqual(['a#1', 'c#1']);
  });

  it('[K46] [K47] that cannot be resolved fails the node', () => {
    const run = play({ nodes: [step('a', { mutex: '${nobody.output}' })] }).start();
    expect(run.state.error).toMatchObject({ code: 'UNRESOLVED_REFERENCE', node: 'a' });
  });

  it('[K47] comes before the slot: who waits for it takes none', () => {
    const run = play({
      policy: { concurrency: 2 },
      nodes: [locked('a'), locked('b'), step('c')],
    }).start();
    expect(run.running()).toEqual(['a#1', 'c#1']);
  });

  it.each([
    ['completes', 'complete'],
    ['fails', 'fail'],
  ] as const)('[K47] is free when its holder %s', (_name, act) => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [locked('a'), locked('b')],
    }).start();
    run[act]('a');
    expect(run.running()).toEqual(['b#1']);
  });

  it('[K47] [K48] is free when its holder is cancelled; who is cancelled while it waits for it is passed over', () => {
    const run = play({
      nodes: [locked('a'), locked('b'), locked('c'), step('x', { cancels: ['a', 'b'] })],
    }).start();
    run.complete('x');
    expect(run.running()).toEqual(['c#1']);
  });

  it('[K47] holds under superstep, within the pass', () => {
    const run = play({
      policy: { schedule: 'superstep' },
      nodes: [locked('a'), locked('b'), map('c', { items: [1] }, { mutex: 'm' }), step('d')],
      edges: [edge('a -> d')],
    }).start();
    expect(run.complete('a').running()).toEqual(['b#1']);
    expect(effectsOf(run.complete('b'))).toEqual(['child c/0']);
    expect(run.count('d')).toBe(0);
    expect(childEnds(run, 'c', 0).running()).toEqual(['d#1']);
  });
});

describe('who holds it', () => {
  it('[K47] a node that is a wait holds neither mutex nor slot', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [ask('w', { mutex: 'm' }), locked('a')],
    }).start();
    expect([run.waits(), run.running()]).toEqual([['w'], ['a#1']]);
    expect(run.answer('w', 1).running()).toEqual(['a#1']);
  });

  it('[K47] a wait inside a running node keeps the mutex, not the slot', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [locked('a'), locked('b'), step('c')],
    }).start();
    suspend(run, 'a');
    expect(run.running()).toEqual(['a#1', 'c#1']);
    run.complete('c');
    // b is ready, but nothing executes before the person has answered.
    expect([run.state.status, statuses(run, 'a', 'b')]).toEqual([
      'waiting',
      { a: 'waiting', b: 'ready' },
    ]);
    run.answer('a', 'yes');
    expect(run.execution('a')).toMatchObject({ resume: true });
    expect(run.complete('a').running()).toEqual(['b#1']);
  });

  it('[K47] a backoff keeps the mutex, not the slot', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [locked('a', { retry: { attempts: 2 } }), locked('b'), step('c')],
    }).start();
    run.fail('a');
    expect(run.running()).toEqual(['c#1']);
    run.complete('c');
    expect(run.running()).toEqual([]);
    run.fireTimer();
    expect(run.complete('a').running()).toEqual(['b#1']);
  });

  const others: readonly (readonly [WorkflowNode, (run: ReturnType<typeof play>) => unknown])[] = [
    [map('x', { items: [1] }, { mutex: 'm' }), (run) => childEnds(run, 'x', 0)],
    [
      { id: 'x', type: 'subworkflow', mutex: 'm', config: { workflow: 'w' } },
      (run) => childEnds(run, 'x', 0),
    ],
    [delay('x', 5, { mutex: 'm' }), (run) => run.fireTimer()],
    [
      { id: 'x', type: 'emit', mutex: 'm', config: { name: 'e' } },
      (run) => run.send({ type: 'node.completed', node: 'x', activation: 1 }),
    ],
  ];

  it.each(others.map(([node, finish]) => [node.type, node, finish] as const))(
    '[K47] a %s holds it as long as it is under way, and waits for it',
    (_type, node, finish) => {
      const before = play({ nodes: [node, locked('a')] }).start();
      expect(before.running()).toEqual([]);
      finish(before);
      expect(before.running()).toEqual(['a#1']);

      const after = play({ nodes: [locked('a'), node] }).start();
      expect(effectsOf(after)).toEqual(['execute a#1']);
      expect(effectsOf(after.complete('a'))).toHaveLength(1);
    },
  );

  it('[K47] a computed node waits for it and is done in the batch that frees it', () => {
    const run = play({
      nodes: [locked('a'), compute('x', 'x', { mutex: 'm' }), locked('b'), step('x2')],
      edges: [edge('x -> x2')],
    }).start();
    expect(run.count('x2')).toBe(0);
    run.complete('a');
    expect(run.running()).toEqual(['x2#1', 'b#1']);
  });

  it('[K47] [K54] who is stopped by a limit and starts again has kept it', () => {
    const run = play({
      policy: { maxSteps: 3, onLimit: 'pause' },
      nodes: [locked('a'), locked('b'), step('c'), step('d')],
      edges: [edge('c -> d')],
    }).start();
    run.complete('c');
    expect(run.running()).toEqual([]);
    raise(run);
    expect(run.running()).toEqual(['d#1', 'a#1']);
    expect(run.complete('a').running()).toEqual(['d#1', 'b#1']);
  });
});
