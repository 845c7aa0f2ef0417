// Goal: `cancels` on a node. Everything that exists of the named nodes in an agreeing round ends when it completes, before
// its edges fire; nothing that comes later, and nothing of another round.
import { waitId, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, compute, delay, derivedOf, effectsOf, map, statuses, suspend } from './acts.ts';
import { edge, play, step, type Player } from './play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));

describe('races', () => {
  const race = (): Player =>
    play({
      nodes: [
        step('s'),
        step('a', { cancels: ['b', 'c'] }),
        step('b', { cancels: ['a', 'c'] }),
        step('c', { cancels: ['a', 'b'] }),
        step('j'),
      ],
      edges: ['a', 'b', 'c'].flatMap((id) => [edge(`s -> ${id}`), edge(`${id} -> j.${id}`)]),
    })
      .start()
      .complete('s');

  it.each(['a', 'b', 'c'])(
    '[K48] the first to complete wins (%s): the others are cancelled, the join runs at once',
    (winner) => {
      const run = race().complete(winner);
      const losers = ['a', 'b', 'c'].filter((id) => id !== winner);
      expect(effectsOf(run)).toEqual([
        ...losers.map((id) => `cancel execute ${id}#1`),
        'execute j#1',
      ]);
      expect(statuses(run, ...losers)).toEqual(
        Object.fromEntries(losers.map((id) => [id, 'cancelled'])),
      );
      expect(run.inputsOf('j')).toEqual([{ [winner]: `${winner}#1` }]);
      expect(run.complete('j').state.status).toBe('completed');
    },
  );

  it('[K48] what a loser says afterwards changes nothing', () => {
    const run = race().complete('b');
    run.send({ type: 'node.completed', node: 'a', activation: 1, value: 'late' });
    expect([run.outputs('a'), run.count('j')]).toEqual([[], 1]);
  });

  it('[K48] who fails has not completed: it cancels nobody', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('a', { cancels: ['b'] }), step('b')],
    }).start();
    expect(run.fail('a').running()).toEqual(['b#1']);
  });

  it('[K48] the first of several waits: the other questions are closed', () => {
    const run = play({
      nodes: [
        ask('v', { cancels: ['w', 't'] }),
        ask('w', { cancels: ['v', 't'] }),
        delay('t', 50, { cancels: ['v', 'w'] }),
      ],
    }).start();
    run.answer('w', 'yes');
    expect(effectsOf(run)).toEqual(['cancel wait', 'cancel timer', 'finish completed']);
    expect(derivedOf(run, 'wait.closed')).toEqual(['v']);
    expect(statuses(run, 'v', 'w', 't')).toEqual({
      v: 'cancelled',
      w: 'completed',
      t: 'cancelled',
    });
  });

  it('[K48] an expiry completes a wait too', () => {
    const run = play({
      nodes: [ask('v', { cancels: ['w'], config: { prompt: '?', deadlineMs: 5 } }), ask('w')],
    }).start();
    const [first] = run.state.waits.keys();
    run.send({ type: 'wait.expired', wait: waitId(first ?? '') });
    expect(run.state.status).toBe('completed');
  });
});

describe('what exists', () => {
  /** One node of each state that something can be in; `x` cancels it. */
  const rows: readonly (readonly [string, WorkflowNode, (run: Player) => unknown, string[]])[] = [
    ['running', step('a'), () => 0, ['cancel execute a#1']],
    ['without a slot', step('a'), () => 0, []],
    ['without its mutex', step('a', { mutex: 'm' }), () => 0, []],
    [
      'waiting for its next attempt',
      step('a', { retry: { attempts: 2 } }),
      (run) => run.fail('a'),
      ['cancel timer'],
    ],
    [
      'suspended in a question',
      step('a'),
      (run) => suspend(run, 'a'),
      ['cancel execute a#1', 'cancel wait'],
    ],
    ['waiting for a person', ask('a'), () => 0, ['cancel wait']],
    ['late', delay('a', 50), () => 0, ['cancel timer']],
    ['a map', map('a', { items: [1, 2] }), () => 0, ['cancel children a#1']],
    [
      'an attempt with a time limit',
      step('a', { timeoutMs: 99 }),
      () => 0,
      ['cancel execute a#1', 'cancel timer'],
    ],
  ];

  it.each(rows)(
    '[K48] %s is cancelled, and nothing stays open outside',
    (name, node, act, expected) => {
      const first = name === 'without a slot' || name === 'without its mutex';
      const run = play({
        policy: name === 'without a slot' ? { concurrency: 1 } : {},
        nodes: [step('x', { cancels: ['a'], mutex: 'm' }), node, step('z')],
        edges: [edge('a -> z')],
      }).start();
      act(run);
      expect(first && run.running().includes('a#1')).toBe(false);
      run.complete('x');
      expect(effectsOf(run)).toEqual([...expected, 'finish completed']);
      expect(statuses(run, 'a', 'z')).toEqual({ a: 'cancelled', z: 'skipped' });
      expect([run.state.waits.size, run.state.timers.size, run.state.executing]).toEqual([0, 0, 0]);
    },
  );

  it('[K48] a region: all of it, tokens held at its joins as well', () => {
    const run = play({
      nodes: [step('s'), step('x', { cancels: ['a', 'b', 'j'] }), ...steps('a', 'b', 'j', 'y')],
      edges: [
        edge('s -> x'),
        edge('s -> a'),
        edge('s -> b'),
        edge('a -> j.a'),
        edge('b -> j.b'),
        edge('x -> y'),
      ],
    }).start();
    run.complete('s').complete('a').complete('x');
    expect(run.running()).toEqual(['y#1']);
    expect(run.complete('y').state.status).toBe('completed');
    expect(run.count('j')).toBe(0);
  });

  it('[K48] a token that waits for the gate', () => {
    const run = play({
      policy: { whileWaiting: 'hold' },
      nodes: [step('a'), ask('w'), step('x', { cancels: ['a2'] }), step('a2'), step('w2')],
      edges: [edge('a -> a2'), edge('w -> w2')],
    }).start();
    run.complete('a');
    expect(statuses(run, 'a2')).toEqual({ a2: 'ready' });
    run.complete('x').answer('w', 'yes');
    expect(run.running()).toEqual(['w2#1']);
    expect(statuses(run, 'a2')).toEqual({ a2: 'skipped' });
  });

  it('[K48] several activations of a node, oldest first; the one that cancels continues', () => {
    const run = play({
      nodes: [...steps('s', 't', 'u'), step('a', { join: 'each', cancels: ['a'] })],
      edges: [edge('s -> a'), edge('t -> a'), edge('u -> a')],
    }).start();
    run.complete('s').complete('t').complete('u').complete('a', undefined, 2);
    expect(effectsOf(run)).toEqual([
      'cancel execute a#1',
      'cancel execute a#3',
      'finish completed',
    ]);
  });

  it('[K48] a join that waited for what is cancelled continues without it', () => {
    const run = play({
      nodes: [step('a'), step('b'), step('x', { cancels: ['b'] }), step('j')],
      edges: [edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('a').complete('x');
    expect(run.inputsOf('j')).toEqual([{ a: 'a#1' }]);
  });

  it('[K48] under superstep, who has completed but not left yet is cancelled too', () => {
    const run = play({
      policy: { schedule: 'superstep' },
      nodes: [step('a'), step('x', { cancels: ['a', 'c'] }), step('c'), step('a2')],
      edges: [edge('a -> a2')],
    }).start();
    run.complete('a').complete('x');
    expect(run.state.status).toBe('completed');
    expect([run.output('a'), statuses(run, 'a', 'a2')]).toEqual([
      'a#1',
      { a: 'cancelled', a2: 'skipped' },
    ]);
  });
});

describe('what does not exist yet', () => {
  it('[K48] is not cancelled: its edges fire after the cancel', () => {
    const run = play({
      nodes: [step('s'), step('t'), step('x', { cancels: ['a'] }), step('a', { join: 'each' })],
      edges: [edge('s -> a'), edge('t -> x'), edge('x -> a')],
    }).start();
    run.complete('s').complete('t').complete('x');
    expect(effectsOf(run)).toEqual(['cancel execute a#1', 'execute a#2']);
  });

  it('[K48] a later arrival runs', () => {
    const run = play({
      nodes: [compute('x', 1, { cancels: ['a'] }), step('s'), step('a')],
      edges: [edge('s -> a')],
    }).start();
    expect(run.complete('s').running()).toEqual(['a#1']);
  });
});

describe('rounds', () => {
  it('[K48] only what is of an agreeing round is cancelled', () => {
    const run = play({
      entry: ['h'],
      nodes: [step('h'), step('x', { cancels: ['a', 'j'] }), ...steps('a', 'b', 'j', 'o')],
      edges: [
        edge('h.again -> h'),
        edge('h.out -> x'),
        edge('h.out -> a'),
        edge('h.out -> b'),
        edge('a -> j.a'),
        edge('b -> j.b'),
      ],
    }).start();
    run.complete('h', { ports: { again: 1, out: 1 } }).complete('h', { ports: { out: 1 } });
    for (const n of [1, 2]) run.complete('b', undefined, n);
    expect(run.running()).toEqual(['x#1', 'a#1', 'x#2', 'a#2']);
    run.complete('x', undefined, 1);
    expect(effectsOf(run)).toEqual(['cancel execute a#1']);
    run.complete('a', undefined, 2).complete('x', undefined, 2);
    expect(run.inputsOf('j')).toEqual([{ a: 'a#2', b: 'b#2' }]);
    expect(effectsOf(run)).toEqual(['cancel execute j#1', 'finish completed']);
  });

  it('[K48] what is outside the loop agrees with every round', () => {
    const run = play({
      entry: ['h', 'o'],
      nodes: [step('h'), step('x', { cancels: ['o'] }), step('o')],
      edges: [edge('h -> x'), edge('x.again -> h')],
    }).start();
    run.complete('h').complete('x', { ports: { again: 1 } });
    expect(effectsOf(run)).toEqual(['cancel execute o#1', 'execute h#2']);
  });
});
