// Goal: events are taken in sequence, and what comes too late or concerns nothing leaves a run as it is.
import {
  dumpState,
  outputIdText,
  runView,
  transition,
  waitId,
  type Json,
  type RunEvent,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type PlainEvent, type Player } from './play.ts';

const nodes = [
  step('s'),
  step('f'),
  { id: 'w', type: 'input', config: { prompt: '?' } },
  { id: 'd', type: 'delay', config: { ms: 10 } },
  { id: 'm', type: 'map', config: { items: [1, 2], workflow: 'inner' } },
];
const edges = [edge('s -> f'), edge('s -> w'), edge('s -> d'), edge('s -> m')];

/** A function runs, a person is asked, a timer and two children are open. */
function busyRun(): Player {
  return play({ nodes, edges }).start().complete('s');
}

/** All that decides; the sequence number and the time of the last event move on. */
function decisive(run: Player): Json {
  return { ...dumpState(run.graph, run.state), seq: 0, updatedAt: 0 };
}

const failure = { code: 'LATE', message: 'too late' };

const strangers: readonly (readonly [string, PlainEvent])[] = [
  ['an unknown node', { type: 'node.completed', node: 'nobody', activation: 1 }],
  ['a node that never ran', { type: 'node.failed', node: 'f2', activation: 1, failure }],
  ['an activation that is over', { type: 'node.completed', node: 's', activation: 1, value: 2 }],
  ['an activation to come', { type: 'node.completed', node: 'f', activation: 2 }],
  [
    'an attempt that is over',
    { type: 'attempt.failed', node: 'f', activation: 1, attempt: 2, failure },
  ],
  ['the result of a node that waits', { type: 'node.completed', node: 'w', activation: 1 }],
  ['the result of a map', { type: 'node.completed', node: 'm', activation: 1 }],
  [
    'a question of nobody',
    { type: 'node.waiting', node: 's', activation: 1, key: 'k', question: { kind: 'input' } },
  ],
  ['a step of nobody', { type: 'step.recorded', node: 's', activation: 1, key: 'k', value: 1 }],
  ['an unknown wait', { type: 'wait.answered', wait: waitId('nothing'), answer: 1 }],
  ['the expiry of an unknown wait', { type: 'wait.expired', wait: waitId('nothing') }],
  ['an unknown timer', { type: 'timer.fired', timer: 'nothing' }],
  [
    'a child that was not started',
    { type: 'child.finished', node: 'm', activation: 1, index: 7, status: 'completed' },
  ],
  [
    'a child of nobody',
    { type: 'child.finished', node: 's', activation: 1, index: 0, status: 'failed' },
  ],
  ['the wait of nobody', { type: 'child.waiting', node: 's', activation: 1, index: 0, waits: [] }],
  ['a wait that is over', { type: 'child.resumed', node: 'm', activation: 1, index: 0 }],
  ['no limit reached', { type: 'budget.raised', wait: waitId('nothing'), tokens: 9 }],
  ['a node that did not fail', { type: 'node.retried', node: 's', activation: 1 }],
  ['nothing to continue', { type: 'run.continued' }],
];

describe('events', () => {
  it('[K15] are taken in sequence without gaps, and a wrong one leaves the state as it was', () => {
    const run = busyRun();
    const before = dumpState(run.graph, run.state);
    for (const seq of [0, 1, 2, 4, 2.5, Number.NaN]) {
      const event = { ...(run.journal[1] as RunEvent), seq };
      expect(() => transition(run.graph, run.state, event)).toThrow(
        `Event ${seq} does not follow event 2 of this run.`,
      );
    }
    expect(dumpState(run.graph, run.state)).toEqual(before);
  });

  it('[K15] a run starts once, with its first event', () => {
    const first = { type: 'run.continued', seq: 1, at: 1, id: 'x' } as const;
    const run = play({ nodes, edges });
    expect(() => transition(run.graph, run.state, first)).toThrow('must be "run.started"');
    run.start();
    expect(() => run.start()).toThrow('"run.started" comes once');
  });

  it.each(strangers)('[K15] about %s change nothing', (_name, event) => {
    const run = busyRun();
    const before = decisive(run);
    run.send(event);
    expect(run.effects).toEqual([]);
    expect(run.derived).toEqual([]);
    expect(decisive(run)).toEqual(before);
    expect(run.state.seq).toBe(3);
  });

  const endings: readonly (readonly [string, PlainEvent])[] = [
    ['node.completed', { type: 'node.completed', node: 'f', activation: 1, value: 1 }],
    ['node.failed', { type: 'node.failed', node: 'f', activation: 1, failure }],
    ['attempt.failed', { type: 'attempt.failed', node: 'f', activation: 1, attempt: 1, failure }],
    ['step.recorded', { type: 'step.recorded', node: 'f', activation: 1, key: 'k' }],
    ['run.cancelled', { type: 'run.cancelled' }],
    ['run.continued', { type: 'run.continued' }],
    [
      'child.finished',
      { type: 'child.finished', node: 'm', activation: 1, index: 0, status: 'completed' },
    ],
  ];

  it.each(endings)('[K15] %s after the end changes nothing', (_name, event) => {
    const run = busyRun();
    run.send({ type: 'run.cancelled', reason: 'enough' });
    const before = decisive(run);
    run.send(event);
    expect(run.effects).toEqual([]);
    expect(run.derived).toEqual([]);
    expect(decisive(run)).toEqual(before);
    expect(run.state.status).toBe('cancelled');
  });

  it('[K15] the answer and the timer of a run that is over change nothing', () => {
    const run = busyRun();
    const [wait = ''] = run.state.waits.keys();
    const [timer = ''] = run.state.timers.keys();
    run.send({ type: 'run.cancelled' });
    const before = decisive(run);
    run
      .send({ type: 'wait.answered', wait: waitId(wait), answer: 1 })
      .send({ type: 'timer.fired', timer });
    expect(decisive(run)).toEqual(before);
  });
});

describe('ids', () => {
  it.each([
    ['00000000-0000-7000-8000-000000000000', 1, '00000000-0000-7000-8000-000000000001'],
    ['0193c0de-0000-7000-8000-0000000000ff', 1, '0193c0de-0000-7000-8000-000000000100'],
    ['0193c0de-0000-7000-8000-00ffffffffff', 2, '0193c0de-0000-7000-8000-010000000001'],
    ['0193c0de-0000-7000-8000-ffffffffffff', 1, '0193c0de-0000-7000-8000-000000000000'],
    ['0193C0DE-0000-7000-8000-00000000000A', 6, '0193C0DE-0000-7000-8000-000000000010'],
  ])('[K16] %s and %i make %s', (uuid, counter, made) => {
    expect(outputIdText({ event: uuid, counter })).toBe(made);
  });

  it('[K16] all that one event makes has ids of its own, from its UUID', () => {
    const run = busyRun();
    const base = run.journal[1]?.id ?? '';
    const outputs = (runView(run.graph, run.state) as { outputs: { s: { id: string }[] } }).outputs;
    const made = [
      ...outputs.s.map(({ id }) => id),
      ...run.state.waits.keys(),
      ...run.state.timers.keys(),
    ];
    expect(made).toEqual([1, 2, 3].map((counter) => outputIdText({ event: base, counter })));
    for (const id of made) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u);
  });
});
