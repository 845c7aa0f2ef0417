// Goal: a run has one end. Each way to it, that everything else is stopped there, and that nothing follows.
import { dumpState, waitId, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  childEnds,
  compute,
  delay,
  effectsOf,
  map,
  statuses,
  suspend,
  waitIdOf,
} from './acts.ts';
import { edge, play, step, type PlainEvent, type Player } from './play.ts';

/** One of everything that can be under way, beside `x`, which ends the run when `a` is done. */
const busy = (x: WorkflowNode): Player => {
  const run = play({
    nodes: [
      step('a'),
      x,
      step('b'),
      step('asks'),
      step('r', { retry: { attempts: 2 } }),
      ask('w'),
      delay('d', 50),
      map('m', { items: [1, 2] }),
      step('held'),
      step('j'),
    ],
    edges: [edge(`a -> ${x.id}`), edge('held -> j.h'), edge('b -> j.b')],
  }).start('in');
  suspend(run, 'asks').fail('r').complete('held');
  return run;
};

const stopped = [
  'cancel execute b#1',
  'cancel execute asks#1',
  'cancel wait',
  'cancel timer',
  'cancel wait',
  'cancel timer',
  'cancel children m#1',
];

const ways: readonly (readonly [string, WorkflowNode, (run: Player) => unknown, string, object])[] =
  [
    ['`end`', { id: 'x', type: 'end' }, (run) => run.complete('a'), 'completed', { output: 'a#1' }],
    [
      '`end` with a value',
      { id: 'x', type: 'end', config: { value: 7 } },
      (run) => run.complete('a'),
      'completed',
      { output: 7 },
    ],
    [
      '`stop`',
      { id: 'x', type: 'stop', config: { reason: 'enough' } },
      (run) => run.complete('a'),
      'stopped',
      { stopReason: 'enough' },
    ],
    [
      'a function that stops the run',
      step('x'),
      (run) => run.complete('a').complete('x', { stop: { reason: 'enough' } }),
      'stopped',
      { stopReason: 'enough' },
    ],
    [
      'a failure',
      step('x'),
      (run) => run.complete('a').fail('x'),
      'failed',
      { error: { code: 'BROKEN', message: 'x broke', node: 'x', activation: 1 } },
    ],
    [
      'a cancel',
      step('x'),
      (run) =>
        run.complete('a').complete('x').send({ type: 'run.cancelled', reason: 'no longer needed' }),
      'cancelled',
      { error: { code: 'CANCELLED', message: 'no longer needed', node: null, activation: null } },
    ],
  ];

describe('the end of a run', () => {
  it.each(ways)('[K55] by %s: everything else is cancelled', (_name, node, act, status, ended) => {
    const run = busy(node);
    act(run);
    expect(effectsOf(run)).toEqual([...stopped, `finish ${status}`]);
    expect({ status: run.state.status, ...pick(run) }).toEqual({
      status,
      output: undefined,
      stopReason: null,
      error: null,
      ...ended,
    });
    expect(run.state.tally).toEqual({
      ready: 0,
      running: 0,
      retrying: 0,
      waiting: 0,
      pending: 0,
      finishing: 0,
    });
    const { waits, timers, joins, agenda, executing } = run.state;
    expect([waits.size, timers.size, joins.held.size, agenda.length, executing]).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(statuses(run, 'b', 'asks', 'r', 'w', 'd', 'm', 'j')).toEqual({
      b: 'cancelled',
      asks: 'cancelled',
      r: 'cancelled',
      w: 'cancelled',
      d: 'cancelled',
      m: 'cancelled',
      j: 'skipped',
    });
  });

  it('[K55] by nothing left to do', () => {
    const run = play({ nodes: [step('a'), step('b')] }).start();
    expect(run.complete('a').state.status).toBe('running');
    run.complete('b');
    expect(run.effects).toEqual([
      { type: 'finish', status: 'completed', output: { a: 'a#1', b: 'b#1' } },
    ]);
  });

  it('[K55] by a stall', () => {
    const run = play({
      policy: { onUnresolved: 'pend' },
      nodes: [compute('p', '${trigger.x}')],
    }).start();
    expect(effectsOf(run)).toEqual(['finish stalled']);
  });

  it('[K55] a run of which every node is skipped is completed at once', () => {
    const run = play({ nodes: [step('a', { input: { x: { required: true } } })] }).start();
    expect(effectsOf(run)).toEqual(['finish completed']);
  });

  it('[K55] of two ends in one fan-out the first counts', () => {
    for (const [first, second, status] of [
      ['e', 'x', 'completed'],
      ['x', 'e', 'stopped'],
    ] as const) {
      const run = play({
        nodes: [
          step('s'),
          { id: 'e', type: 'end' },
          { id: 'x', type: 'stop', config: { reason: '' } },
          step('b'),
        ],
        edges: [edge(`s -> ${first}`), edge(`s -> ${second}`), edge('s -> b')],
      }).start();
      run.complete('s');
      expect(effectsOf(run)).toEqual([`finish ${status}`]);
    }
  });

  it('[K55] under superstep the pass is not finished first', () => {
    const run = play({
      policy: { schedule: 'superstep' },
      nodes: [step('a'), { id: 'e', type: 'end' }, step('b')],
      edges: [edge('a -> e'), edge('a -> b')],
    }).start();
    expect(effectsOf(run.complete('a'))).toEqual(['finish completed']);
  });

  it('[K55] `hold`: a queue that waits for the gate ends with the run', () => {
    const run = play({
      policy: { whileWaiting: 'hold' },
      nodes: [ask('w'), step('a'), step('a2')],
      edges: [edge('a -> a2')],
    }).start();
    run.complete('a').send({ type: 'run.cancelled' });
    expect([run.state.gate.queue, statuses(run, 'a2')]).toEqual([[], { a2: 'skipped' }]);
  });
});

describe('after the end', () => {
  it.each(ways)('[K55] by %s nothing follows, whatever comes', (_name, node, act) => {
    const run = busy(node);
    const wait = waitIdOf(run, 'w');
    const timers = [...run.state.timers.keys()];
    act(run);
    const before = { ...dumpState(run.graph, run.state), seq: 0, updatedAt: 0 };
    const failure = { code: 'X', message: 'x' };
    const late: PlainEvent[] = [
      { type: 'node.completed', node: 'b', activation: 1, value: 1, usage: { usd: 1 } },
      { type: 'attempt.failed', node: 'b', activation: 1, attempt: 1, failure },
      { type: 'node.failed', node: 'asks', activation: 1, failure },
      { type: 'node.waiting', node: 'b', activation: 1, key: 'k', question: { kind: 'input' } },
      { type: 'step.recorded', node: 'b', activation: 1, key: 'k' },
      { type: 'wait.answered', wait, answer: 1 },
      { type: 'wait.expired', wait },
      ...timers.map((timer) => ({ type: 'timer.fired', timer }) as const),
      { type: 'run.continued' },
      { type: 'budget.raised', wait: waitId('none'), maxSteps: 9 },
      { type: 'node.retried', node: 'x', activation: 1 },
      { type: 'run.cancelled' },
    ];
    for (const event of late) {
      run.send(event);
      expect([run.effects, run.derived]).toEqual([[], []]);
    }
    childEnds(run, 'm', 0);
    expect({ ...dumpState(run.graph, run.state), seq: 0, updatedAt: 0 }).toEqual(before);
  });
});

function pick({ state }: Player): object {
  const { output, stopReason, error } = state;
  return { output, stopReason, error };
}
