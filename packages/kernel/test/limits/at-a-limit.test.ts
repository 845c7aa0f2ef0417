// Goal: what happens at a limit: the run fails, a node takes over, or a person raises the limit.
import { waitId, type Policy, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  childEnds,
  completeWith,
  compute,
  delay,
  effectsOf,
  map,
  raise,
  statuses,
  timersOf,
} from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';
import { chain, limitOf, loop, steps } from './limit-runs.ts';

describe('at a limit: fail', () => {
  it('[K54] what runs is cancelled, waits are closed, and the run fails naming it', () => {
    const run = play({
      policy: { maxSteps: 4 },
      nodes: [...steps('a', 'b'), ask('w'), delay('d', 5), step('a2')],
      edges: [edge('a -> a2')],
    }).start();
    run.complete('a');
    expect(effectsOf(run)).toEqual([
      'cancel execute b#1',
      'cancel wait',
      'cancel timer',
      'finish failed',
    ]);
    expect(statuses(run, 'b', 'w', 'd', 'a2')).toEqual({
      b: 'cancelled',
      w: 'cancelled',
      d: 'cancelled',
      a2: 'skipped',
    });
    expect(run.derived).toContainEqual({
      type: 'limit.reached',
      limit: 'maxSteps',
      node: 'a2',
      activation: 1,
    });
  });
});

describe('at a limit: a node takes over', () => {
  const handOff = (help: WorkflowNode, policy: Policy = {}): Player =>
    play({
      policy: { maxSteps: 3, onLimit: 'help', ...policy },
      entry: ['a', 'b'],
      nodes: [...steps('a', 'b'), help, step('c')],
      edges: [edge('a -> a'), edge('help -> c'), edge('c -> c')],
    })
      .start()
      .complete('a');

  it.each([
    ['a person', ask('help'), ['wait help']],
    ['a function', step('help'), ['execute help#1']],
    ['a map', map('help', { items: [1] }), ['child help/0']],
    ['a computed node', compute('help', 'h'), ['execute c#1']],
    ['a delay', delay('help', 9), ['timer +9']],
  ] as const)(
    '[K54] %s starts outside the limit, what runs is cancelled',
    (_name, help, expected) => {
      const run = handOff(help);
      expect(run.running()).toEqual(['b#1', 'a#2']);
      run.complete('a');
      expect(effectsOf(run)).toEqual(['cancel execute b#1', ...expected]);
      expect(run.inputsOf('help')).toEqual([
        { input: { limit: 'maxSteps', node: 'a', activation: 3 } },
      ]);
      expect(run.state.steps).toBe(_name === 'a computed node' ? 4 : 3);
    },
  );

  it('[K54] its answer restarts the count: as many steps again', () => {
    const run = handOff(ask('help')).complete('a').answer('help', 'go on');
    for (const n of [1, 2, 3]) {
      expect(run.running()).toEqual([`c#${n}`]);
      run.complete('c');
    }
    expect(run.waits()).toEqual(['help']);
    expect(run.inputsOf('help')).toHaveLength(2);
  });

  it('[K54] a function that takes over starts them anew when it is done', () => {
    const run = handOff(step('help')).complete('a').complete('help');
    for (const n of [1, 2, 3]) {
      expect(run.running()).toEqual([`c#${n}`]);
      run.complete('c');
    }
  });

  it.each([
    ['a function', step('help')],
    ['a computed node', compute('help', 'h')],
  ])(
    '[K91] %s that asks nobody takes over once: at the next limit the run fails',
    (_name, help) => {
      const run = handOff(help).complete('a');
      if (run.running().includes('help#1')) run.complete('help');
      for (const _ of [1, 2, 3]) run.complete('c');
      expect([run.state.status, limitOf(run)]).toEqual(['failed', { limit: 'maxSteps' }]);
      expect(run.count('help')).toBe(1);
    },
  );

  it('[K91] an answer that comes later lets it take over again', () => {
    const run = play({
      policy: { maxSteps: 2, onLimit: 'help' },
      entry: ['a'],
      nodes: [...steps('a', 'help', 'c'), ask('w')],
      edges: [edge('a -> a'), edge('help -> w'), edge('w -> c'), edge('c -> c')],
    }).start();
    run.complete('a').complete('a').complete('help').answer('w', 1).complete('c');
    expect(run.running()).toEqual(['help#2']);
  });

  it('[K92] time and money name what was in progress, when it was one thing', () => {
    const alone = (policy: Policy): Player =>
      play({
        policy: { onLimit: 'help', ...policy },
        entry: ['a'],
        nodes: [step('a'), ask('help')],
      }).start();
    const late = alone({ timeoutMs: 100 }).fireTimer();
    const poor = completeWith(alone({ budget: { tokens: 10 } }), 'a', { inputTokens: 11 });
    expect([late.inputsOf('help'), poor.inputsOf('help')]).toEqual([
      [{ input: { limit: 'timeoutMs', node: 'a', activation: 1 } }],
      [{ input: { limit: 'tokens', node: 'a', activation: 1 } }],
    ]);
    const busy = handOff(ask('help'), { timeoutMs: 100, maxSteps: 99 }).fireTimer();
    expect(busy.inputsOf('help')).toEqual([
      { input: { limit: 'timeoutMs', node: null, activation: null } },
    ]);
  });

  it('[K54] the rest of the fan-out in which the limit was reached is dropped', () => {
    const run = play({
      policy: { maxSteps: 2, onLimit: 'help' },
      entry: ['s'],
      nodes: [...steps('s', 'x', 'y', 'z'), ask('help')],
      edges: [edge('s -> x'), edge('s -> y'), edge('s -> z')],
    }).start();
    run.complete('s');
    expect([run.running(), run.waits()]).toEqual([[], ['help']]);
    expect(statuses(run, 'x', 'y', 'z')).toEqual({ x: 'cancelled', y: 'skipped', z: 'skipped' });
  });

  it('[K54] entries beyond the limit, and those before it, are dropped too', () => {
    for (const schedule of ['eager', 'superstep'] as const) {
      const run = play({
        policy: { maxSteps: 1, onLimit: 'help', schedule },
        entry: ['a', 'b', 'c'],
        nodes: [...steps('a', 'b', 'c'), ask('help')],
      }).start();
      expect(effectsOf(run)).toEqual(['wait help']);
      expect(run.answer('help', 1).state.status).toBe('completed');
    }
  });

  it('[K54] the time that it takes itself does not cut it off', () => {
    const run = handOff(step('help'), { timeoutMs: 100, maxSteps: 99 });
    run.fireTimer();
    expect(run.running()).toEqual(['help#1']);
    run.fireTimer();
    expect(run.running()).toEqual(['help#1']);
    run.complete('help');
    expect([run.running(), timersOf(run)]).toEqual([['c#1'], ['run +100']]);
  });

  it('[K54] what it spends itself does not call for it again', () => {
    const run = play({
      policy: { onLimit: 'help', budget: { tokens: 10 } },
      entry: ['a'],
      nodes: [step('a'), step('help'), step('c')],
      edges: [edge('help -> c')],
    }).start();
    completeWith(run, 'a', { inputTokens: 11 });
    completeWith(run, 'help', { inputTokens: 50 });
    expect(run.count('help')).toBe(1);
    completeWith(run, 'c', { inputTokens: 10 });
    expect(run.state.status).toBe('completed');
  });

  it('[K43] [K54] what a person retries meanwhile is bounded nevertheless', () => {
    const run = play({
      policy: { maxSteps: 2, onLimit: 'help', onError: 'continue' },
      entry: ['a'],
      nodes: [step('a'), ...steps('b', 'c'), ask('help')],
      edges: [edge('a.error -> b'), edge('b -> c'), edge('c -> b')],
    }).start();
    run.fail('a').complete('b');
    expect(run.waits()).toEqual(['help']);
    run.send({ type: 'node.retried', node: 'a', activation: 1 }).fail('a').complete('b');
    expect([run.running(), run.count('help')]).toEqual([[], 2]);
  });

  it('[K54] when nobody can take over the run fails', () => {
    const run = handOff(step('help', { input: { other: { required: true } } })).complete('a');
    expect([run.state.status, limitOf(run)]).toEqual(['failed', { limit: 'maxSteps' }]);
  });
});

describe('at a limit: pause', () => {
  const paused = (policy: Policy = {}): Player =>
    chain({ maxSteps: 2, onLimit: 'pause', ...policy }).complete('a');

  it('[K54] what runs is stopped and a person is asked', () => {
    const run = paused();
    expect(effectsOf(run)).toEqual(['cancel execute b#1', 'wait (run)']);
    expect([run.state.status, run.running()]).toEqual(['waiting', []]);
    expect([...run.state.waits.values()].map(({ question }) => question)).toEqual([
      {
        kind: 'limit',
        prompt: 'The run reached its limit maxSteps: 2 steps were made, the next one is refused.',
        schema: expect.objectContaining({ type: 'object', additionalProperties: false }),
        data: { limit: 'maxSteps', node: 'a2' },
      },
    ]);
  });

  it('[K54] [K83] it may be raised under the name that its author gave it', () => {
    const run = paused({ limitNames: { maxSteps: 'turns' } });
    const [wait] = run.state.waits.values();
    expect(wait?.question.schema).toMatchObject({
      properties: { turns: { type: 'integer' }, maxSteps: { type: 'integer' } },
    });
    run.send({ type: 'wait.answered', wait: waitId(wait?.id ?? ''), answer: { turns: 3 } });
    expect(run.state.limits.maxSteps).toBe(3);
  });

  it('[K54] raised, the refused step continues and what was stopped starts again, with the same attempt', () => {
    const run = raise(paused(), { maxSteps: 3 });
    expect(run.running()).toEqual(['a2#1', 'b#1']);
    expect(run.execution('b').attempt).toBe(1);
    expect(run.complete('b').complete('a2').state.status).toBe('completed');
  });

  it('[K50] [K54] raised to n, n steps are made and the next is refused again', () => {
    const run = loop({ maxSteps: 2, onLimit: 'pause' });
    run.complete('a').complete('a');
    raise(run, { maxSteps: 4 });
    run.complete('a').complete('a');
    expect([run.waits(), run.count('a'), run.running()]).toEqual([['(run)'], 5, []]);
    expect(raise(run, { maxSteps: 4 }).waits()).toEqual(['(run)']);
  });

  it('[K54] an answer to the question does the same', () => {
    const run = paused();
    run.send({
      type: 'wait.answered',
      wait: waitId(run.state.paused?.wait ?? ''),
      answer: { maxSteps: 3 },
    });
    expect(run.running()).toEqual(['a2#1', 'b#1']);
  });

  it('[K54] pure nodes, waits and children beyond the limit have not started', () => {
    for (const [node, effect] of [
      [compute('x'), 'finish completed'],
      [ask('x'), 'wait x'],
      [map('x', { items: [1] }), 'child x/0'],
      [{ id: 'x', type: 'end' }, 'finish completed'],
    ] as const) {
      const run = play({
        policy: { maxSteps: 1, onLimit: 'pause' },
        nodes: [step('a'), node],
        edges: [edge('a -> x')],
      }).start();
      expect(effectsOf(run.complete('a'))).toEqual(['wait (run)']);
      expect(effectsOf(raise(run))).toEqual([effect]);
    }
  });

  it('[K54] what comes meanwhile is kept: answers, timers, retries', () => {
    const run = play({
      policy: { maxSteps: 4, onLimit: 'pause' },
      nodes: [
        step('a'),
        ask('w'),
        delay('d', 5),
        step('r', { retry: { attempts: 2, backoffMs: 9 } }),
        ...steps('a2', 'w2', 'd2'),
      ],
      edges: [edge('a -> a2'), edge('w -> w2'), edge('d -> d2')],
    }).start(0);
    run.fail('r').complete('a');
    run.answer('w', 1).fireTimer().fireTimer();
    expect([run.running(), run.state.status]).toEqual([[], 'waiting']);
    raise(run, { maxSteps: 99 });
    expect(run.running().toSorted()).toEqual(['a2#1', 'd2#1', 'r#1', 'w2#1']);
  });

  it('[K54] a late result of what was stopped changes nothing', () => {
    const run = paused();
    run.send({ type: 'node.completed', node: 'b', activation: 1, value: 'late' });
    expect([run.outputs('b'), raise(run).running()]).toEqual([[], ['a2#1', 'b#1']]);
  });

  it('[K54] [K57] a map starts no more items until it is raised', () => {
    const run = play({
      policy: { budget: { tokens: 10 }, onLimit: 'pause' },
      nodes: [map('m', { items: [1, 2, 3, 4], concurrency: 2 })],
    }).start();
    childEnds(run, 'm', 0, { usage: { inputTokens: 11 } });
    expect(effectsOf(run)).toEqual(['wait (run)']);
    expect(effectsOf(childEnds(run, 'm', 1))).toEqual([]);
    expect(effectsOf(raise(run))).toEqual(['child m/2', 'child m/3']);
    childEnds(childEnds(run, 'm', 2), 'm', 3);
    expect(run.state.status).toBe('completed');
  });

  it('[K51] [K54] time stands still while it is paused, and counts on or anew', () => {
    for (const [values, left] of [
      [{ timeoutMs: 250 }, 150],
      [{}, 100],
    ] as const) {
      const run = chain({ timeoutMs: 100, onLimit: 'pause' });
      run.fireTimer();
      expect([run.waits(), timersOf(run)]).toEqual([['(run)'], []]);
      raise(run, values);
      expect([run.running(), timersOf(run)]).toEqual([['a#1', 'b#1'], [`run +${left}`]]);
    }
  });

  it('[K55] [K54] it can be cancelled', () => {
    expect(effectsOf(paused().send({ type: 'run.cancelled' }))).toEqual([
      'cancel wait',
      'finish cancelled',
    ]);
  });
});

describe('countsFrom', () => {
  const conversation = (countsFrom: 'start' | 'answer'): Player =>
    play({
      policy: { maxSteps: 4, countsFrom },
      entry: ['w'],
      nodes: [ask('w'), step('a')],
      edges: [edge('w -> a'), edge('a -> w')],
    }).start();

  it('[K54] from the start: the run has so many steps in all', () => {
    const run = conversation('start');
    run.answer('w', 1).complete('a').answer('w', 1).complete('a');
    expect(run.state.status).toBe('failed');
  });

  it('[K54] from the answer: a conversation continues as long as each answer leads to few steps', () => {
    const run = conversation('answer');
    for (let turn = 0; turn < 9; turn++) run.answer('w', 1).complete('a');
    expect(run.state.status).toBe('waiting');
  });
});
