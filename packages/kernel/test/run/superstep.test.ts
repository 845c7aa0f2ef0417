// Goal: under `superstep` nodes run in passes. Who is in a pass, in which order they start and resolve, when the pass is
// over, and in which order its edges are evaluated, also when nodes fail, wait, retry or are late.
import type { Policy } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  childEnds,
  childWaits,
  compute,
  delay,
  effectsOf,
  expire,
  map,
  statuses,
  suspend,
} from './acts.ts';
import { edge, play, step, type Player } from './play.ts';

const superstep = (more: Policy = {}): { policy: Policy } => ({
  policy: { schedule: 'superstep', ...more },
});
const steps = (...ids: string[]) => ids.map((id) => step(id));

/** a, b, c are one pass; each leads to a node of the next one. */
const threes = (more: Policy = {}): Player =>
  play({
    ...superstep(more),
    nodes: steps('a', 'b', 'c', 'a2', 'b2', 'c2'),
    edges: [edge('c -> c2'), edge('b -> b2'), edge('a -> a2')],
  }).start();

describe('a pass', () => {
  it('[K44] starts its nodes in the order in which they were activated', () => {
    expect(threes().running()).toEqual(['a#1', 'b#1', 'c#1']);
  });

  it.each(['abc', 'cba', 'bca'])(
    '[K45] evaluates its edges in the order of the sources, whoever completes first (%s)',
    (order) => {
      const run = threes();
      for (const [at, node] of order.split('').entries()) {
        expect(run.count('a2') + run.count('b2') + run.count('c2')).toBe(0);
        run.complete(node);
        expect(run.state.pass.number).toBe(at < 2 ? 1 : 2);
      }
      expect(run.running()).toEqual(['a2#1', 'b2#1', 'c2#1']);
    },
  );

  it('[K44] with concurrency 1 its nodes go one by one, each resolving when its turn comes', () => {
    const reader = (id: string, args: string) => step(id, { config: { name: 'f', args } });
    const run = play({
      ...superstep({ concurrency: 1 }),
      nodes: [
        step('a'),
        reader('b', '${a.output|nothing}'),
        reader('c', '${a.output} ${b.output}'),
      ],
    }).start();
    expect(run.running()).toEqual(['a#1']);
    run.complete('a', { value: 1 });
    expect(run.execution('b').config).toEqual({ name: 'f', args: 1 });
    run.complete('b', { value: 2 });
    expect(run.execution('c').config).toEqual({ name: 'f', args: '1 2' });
    expect(run.state.pass.number).toBe(1);
  });

  it('[K44] with room for all of them, a later one resolves before an earlier one is done', () => {
    const run = play({
      ...superstep(),
      nodes: [step('a'), step('b', { config: { name: 'f', args: '${a.output|nothing}' } })],
    }).start();
    expect(run.execution('b').config).toEqual({ name: 'f', args: 'nothing' });
  });

  it('[K45] conditions on edges are read at its end', () => {
    const run = play({
      ...superstep(),
      nodes: steps('a', 'b', 'x'),
      edges: [edge('a -> x', { when: { left: '${b.output}', op: 'eq', right: 2 } })],
    }).start();
    run.complete('a', { value: 1 });
    run.complete('b', { value: 2 });
    expect(run.running()).toEqual(['x#1']);
  });

  it('[K45] two sources that reach one node in one pass: `once` absorbs, `all` joins, `each` runs twice', () => {
    const nodes = [
      ...steps('a', 'b'),
      step('o', { join: 'once' }),
      step('j'),
      step('e', { join: 'each' }),
    ];
    const edges = ['o', 'j', 'e'].flatMap((to) => [edge(`a -> ${to}.a`), edge(`b -> ${to}.b`)]);
    const run = play({ ...superstep(), nodes, edges }).start();
    run.complete('b').complete('a');
    expect(run.running()).toEqual(['o#1', 'e#1', 'j#1', 'e#2']);
    expect([run.inputsOf('o'), run.inputsOf('j')]).toEqual([
      [{ a: 'a#1' }],
      [{ a: 'a#1', b: 'b#1' }],
    ]);
  });

  it('[K45] computed nodes take part in passes like the others', () => {
    const run = play({
      ...superstep(),
      nodes: [compute('s'), compute('t'), step('a'), step('b')],
      edges: [edge('s -> t'), edge('t -> b'), edge('s -> a')],
    }).start();
    // a is in the second pass with t; b would be in the third.
    expect([run.state.pass.number, run.running()]).toEqual([2, ['a#1']]);
    run.complete('a');
    expect([run.state.pass.number, run.running()]).toEqual([3, ['b#1']]);
  });
});

describe('failures in a pass', () => {
  it('[K45] edges from error are evaluated at its end, at the place of their source', () => {
    const run = play({
      ...superstep(),
      nodes: steps('a', 'b', 'c', 'a2', 'b2', 'c2'),
      edges: [edge('a -> a2'), edge('b.error -> b2'), edge('c -> c2')],
    }).start();
    run.fail('b');
    expect([run.running(), statuses(run, 'b')]).toEqual([['a#1', 'c#1'], { b: 'failed' }]);
    run.complete('c').complete('a');
    expect(run.running()).toEqual(['a2#1', 'b2#1', 'c2#1']);
  });

  it('[K45] a node that cannot resolve its references fails at its place too', () => {
    const run = play({
      ...superstep(),
      nodes: [step('a'), compute('b', '${nobody.output}'), step('c'), ...steps('a2', 'b2', 'c2')],
      edges: [edge('a -> a2'), edge('b.error -> b2'), edge('c -> c2')],
    }).start();
    run.complete('c').complete('a');
    expect(run.running()).toEqual(['a2#1', 'b2#1', 'c2#1']);
  });

  it.each([
    ['nothing leaves its port error', [], 1],
    [
      'the condition of that edge does not hold, which is known at the end of the pass',
      [edge('a.error -> x', { when: false })],
      2,
    ],
  ] as const)('[K42] [K45] an unhandled failure ends the run: %s', (_name, edges, ended) => {
    const run = play({
      ...superstep(),
      nodes: steps('a', 'b', 'x'),
      edges,
      entry: ['a', 'b'],
    }).start();
    run.fail('a');
    expect(run.state.status).toBe(ended === 1 ? 'failed' : 'running');
    if (ended === 2) run.complete('b');
    expect(run.state.status).toBe('failed');
    expect(run.state.error).toEqual({
      code: 'BROKEN',
      message: 'a broke',
      node: 'a',
      activation: 1,
    });
  });

  it('[K42] [K45] `continue`: the pass continues without it, the run ends failed', () => {
    const run = threes({ onError: 'continue' });
    run.complete('a').fail('b').complete('c');
    expect(run.running()).toEqual(['a2#1', 'c2#1']);
    expect(run.complete('a2').complete('c2').state.status).toBe('failed');
  });

  it('[K40] [K45] a node that waits for its next attempt keeps the pass open', () => {
    const run = play({
      ...superstep(),
      nodes: [step('a', { retry: { attempts: 2 } }), ...steps('b', 'a2', 'b2')],
      edges: [edge('a -> a2'), edge('b -> b2')],
    }).start();
    run.fail('a').complete('b');
    expect(run.running()).toEqual([]);
    run.fireTimer();
    expect(run.running()).toEqual(['a#1']);
    run.complete('a');
    expect(run.running()).toEqual(['a2#1', 'b2#1']);
  });
});

describe('waits in a pass', () => {
  it('[K45] a pass ends when a wait is opened; the answer belongs to the current pass, as its oldest', () => {
    const run = play({
      ...superstep(),
      nodes: [ask('w'), ...steps('a', 'w2', 'a2', 'a3')],
      edges: [edge('w -> w2'), edge('a -> a2'), edge('a2 -> a3')],
    }).start();
    run.complete('a');
    expect([run.running(), run.state.pass.number]).toEqual([['a2#1'], 2]);
    run.answer('w', 'yes');
    expect(run.running()).toEqual(['a2#1']);
    run.complete('a2');
    expect(run.running()).toEqual(['w2#1', 'a3#1']);
  });

  it('[K45] nothing else in flight: an answer is the whole pass', () => {
    const run = play({
      ...superstep(),
      nodes: [ask('w'), step('x')],
      edges: [edge('w -> x')],
    }).start();
    expect(run.state.status).toBe('waiting');
    expect(run.answer('w', 1).running()).toEqual(['x#1']);
  });

  it('[K45] a function that asks lets the pass end, and keeps the next one open when it continues', () => {
    const run = play({
      ...superstep(),
      nodes: steps('a', 'b', 'a2', 'b2', 'b3'),
      edges: [edge('a -> a2'), edge('b -> b2'), edge('b2 -> b3')],
    }).start();
    suspend(run, 'a').complete('b');
    expect(run.state.pass.number).toBe(2);
    run.answer('a', 'yes').complete('b2');
    expect([run.running(), run.state.pass.number]).toEqual([['a#1'], 2]);
    run.complete('a');
    expect(run.running()).toEqual(['a2#1', 'b3#1']);
  });

  it('[K45] a delay is not a wait: it keeps the pass open', () => {
    const run = play({
      ...superstep(),
      nodes: [delay('d', 50), ...steps('a', 'd2', 'a2')],
      edges: [edge('d -> d2'), edge('a -> a2')],
    }).start(0);
    run.complete('a');
    expect([run.running(), run.state.status]).toEqual([[], 'waiting']);
    run.fireTimer();
    expect(run.running()).toEqual(['d2#1', 'a2#1']);
  });

  it('[K45] [K57] children keep the pass open, unless they only wait', () => {
    const run = play({
      ...superstep(),
      nodes: [map('m', { items: [1, 2] }), ...steps('a', 'm2', 'a2')],
      edges: [edge('m -> m2'), edge('a -> a2')],
    }).start();
    run.complete('a');
    childWaits(run, 'm', 0);
    expect(run.running()).toEqual([]);
    childWaits(run, 'm', 1);
    expect(run.running()).toEqual(['a2#1']);
    childEnds(childEnds(run, 'm', 0), 'm', 1);
    run.complete('a2');
    expect(run.running()).toEqual(['m2#1']);
  });
});

describe('hold together with superstep', () => {
  const held = (more: Policy = {}): Player =>
    play({
      ...superstep({ whileWaiting: 'hold', ...more }),
      nodes: [step('a'), ask('w'), step('b'), ...steps('a2', 'w2', 'b2')],
      edges: [edge('b -> b2'), edge('w -> w2'), edge('a -> a2')],
    }).start();

  it('[K45] [K49] the current pass finishes; its edges are evaluated with those of the answered node, in its order', () => {
    const run = held();
    run.complete('b').complete('a');
    expect([run.running(), run.state.status]).toEqual([[], 'waiting']);
    run.answer('w', 'yes');
    expect([run.running(), run.state.pass.number]).toEqual([['a2#1', 'w2#1', 'b2#1'], 2]);
  });

  it('[K45] [K49] an answer before the pass is over waits for its end', () => {
    const run = held();
    run.complete('b').answer('w', 'yes');
    expect(run.running()).toEqual(['a#1']);
    run.complete('a');
    expect(run.running()).toEqual(['a2#1', 'w2#1', 'b2#1']);
  });

  it('[K44] [K49] with concurrency 1 the nodes of the pass that have not had their turn still get it', () => {
    const run = held({ concurrency: 1 });
    expect(run.running()).toEqual(['a#1']);
    expect(run.complete('a').waits()).toEqual(['w']);
    expect(run.running()).toEqual(['b#1']);
    run.complete('b');
    expect(run.running()).toEqual([]);
    run.answer('w', 'yes');
    expect(run.running()).toEqual(['a2#1']);
  });

  it('[K45] [K49] failures of that pass wait for the gate too', () => {
    const run = play({
      ...superstep({ whileWaiting: 'hold' }),
      nodes: [step('a'), ask('w'), ...steps('a2', 'w2')],
      edges: [edge('w -> w2'), edge('a.error -> a2')],
    }).start();
    run.fail('a');
    expect(run.running()).toEqual([]);
    run.answer('w', 'yes');
    expect(run.running()).toEqual(['a2#1', 'w2#1']);
  });

  it('[K45] [K49] of several waits, one answer opens the gate: the next pass begins', () => {
    const run = play({
      ...superstep({ whileWaiting: 'hold' }),
      nodes: [ask('v'), ask('w'), step('a'), ...steps('v2', 'w2', 'a2', 'a3')],
      edges: [edge('v -> v2'), edge('w -> w2'), edge('a -> a2'), edge('a2 -> a3')],
    }).start();
    run.complete('a').answer('w', 'yes');
    expect(run.running()).toEqual(['w2#1', 'a2#1']);
    run.complete('w2').complete('a2');
    expect([run.running(), run.waits()]).toEqual([['a3#1'], ['v']]);
    run.answer('v', 'yes').complete('a3');
    expect(run.running()).toEqual(['v2#1']);
  });

  it('[K45] [K49] a wait of the next pass closes the gate again', () => {
    const run = play({
      ...superstep({ whileWaiting: 'hold' }),
      nodes: [ask('v'), step('a'), ask('w'), step('a2'), step('z')],
      edges: [edge('v -> w'), edge('a -> a2'), edge('a2 -> z')],
    }).start();
    run.complete('a').answer('v', 'yes');
    expect([run.waits(), run.running()]).toEqual([['w'], ['a2#1']]);
    run.complete('a2');
    expect(run.running()).toEqual([]);
    run.answer('w', 'yes');
    expect(run.running()).toEqual(['z#1']);
  });

  it.each([
    ['its expiry', (run: Player) => expire(run, 'w')],
    ['its end by `cancels`', (run: Player) => run.complete('c')],
  ])('[K45] [K49] the gate opens by %s as well', (_name, opens) => {
    const run = play({
      ...superstep({ whileWaiting: 'hold' }),
      nodes: [step('a'), ask('w'), step('c', { cancels: ['w'] }), step('a2')],
      edges: [edge('a -> a2')],
    }).start();
    run.complete('a');
    expect(run.running()).toEqual(['c#1']);
    opens(run);
    if (run.running().includes('c#1')) run.complete('c');
    expect(run.running()).toEqual(['a2#1']);
  });

  it('[K45] [K49] a delay in the pass keeps its edges back, with or without the gate', () => {
    const run = play({
      ...superstep({ whileWaiting: 'hold' }),
      nodes: [delay('d', 50), ask('w'), ...steps('d2', 'w2')],
      edges: [edge('d -> d2'), edge('w -> w2')],
    }).start(0);
    run.answer('w', 'yes');
    expect(run.running()).toEqual([]);
    run.fireTimer();
    expect(effectsOf(run)).toEqual(['execute d2#1', 'execute w2#1']);
  });
});
