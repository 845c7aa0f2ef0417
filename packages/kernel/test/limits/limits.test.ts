// Goal: the limits of a run in steps, passes, time and repeats, exactly where each is reached.
import { waitId, type Policy } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  answerAt,
  ask,
  childGoesOn,
  childWaits,
  completeWith,
  compute,
  delay,
  effectsOf,
  map,
  raise,
  START,
  suspend,
  timersOf,
} from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';
import { chain, limitOf, loop, steps } from './limit-runs.ts';

describe('maxSteps', () => {
  it.each([1, 2, 3, 7])(
    '[K50] with maxSteps %i that many steps are made and the next is refused',
    (maxSteps) => {
      const run = loop({ maxSteps });
      for (let made = 1; made <= maxSteps; made++) {
        expect([run.state.status, run.state.steps]).toEqual(['running', made]);
        run.complete('a');
      }
      expect([run.state.status, run.state.steps, run.count('a')]).toEqual([
        'failed',
        maxSteps,
        maxSteps,
      ]);
      expect(run.state.error).toEqual({
        code: 'LIMIT_REACHED',
        message: `The run reached its limit maxSteps: ${maxSteps} steps were made, the next one is refused.`,
        node: 'a',
        activation: maxSteps + 1,
        details: { limit: 'maxSteps' },
      });
    },
  );

  it('[K50] attempts, skips and queued tokens are no steps; computed nodes and waits are', () => {
    const run = play({
      policy: { maxSteps: 4, whileWaiting: 'hold' },
      nodes: [
        compute('p'),
        ask('w'),
        step('a', { retry: { attempts: 2 } }),
        step('skipped', { input: { x: { required: true } } }),
        step('a2'),
      ],
      edges: [edge('p -> skipped'), edge('a -> a2')],
    }).start();
    run.fail('a').fireTimer().complete('a');
    expect([run.state.steps, run.state.status]).toEqual([3, 'waiting']);
    run.answer('w', 1);
    expect([run.state.steps, run.running()]).toEqual([4, ['a2#1']]);
  });

  it('[K50] nodes that compiling a dialect added are not counted', () => {
    const run = play({
      policy: { maxSteps: 2 },
      nodes: [
        step('a'),
        compute('d1', 1, { derived: true }),
        compute('d2', 1, { derived: true }),
        step('b'),
      ],
      edges: [edge('a -> d1'), edge('d1 -> d2'), edge('d2 -> b')],
    }).start();
    expect(run.complete('a').running()).toEqual(['b#1']);
    expect(run.complete('b').state.status).toBe('completed');
  });

  it('[K50] entries count: those beyond the limit are refused', () => {
    const run = play({ policy: { maxSteps: 2 }, nodes: steps('a', 'b', 'c') }).start();
    expect(effectsOf(run)).toEqual(['finish failed']);
    expect(run.state.error).toMatchObject({ node: 'c', activation: 1 });
  });

  it('[K50] in a fan-out what would come after the refused one does not start either', () => {
    const run = play({
      policy: { maxSteps: 2 },
      nodes: [step('s'), ...steps('a', 'b', 'c')],
      edges: [edge('s -> a'), edge('s -> b'), edge('s -> c')],
    }).start();
    expect(effectsOf(run.complete('s'))).toEqual(['finish failed']);
  });

  it('[K50] a join beyond the limit is refused, and leaves nothing behind', () => {
    const run = play({
      policy: { maxSteps: 2 },
      nodes: steps('a', 'b', 'j'),
      edges: [edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('a').complete('b');
    expect(run.state.error).toMatchObject({ node: 'j', activation: 1 });
    expect(run.state.joins.held.size).toBe(0);
  });
});

describe('maxPasses', () => {
  const passes = (policy: Policy): Player => loop({ schedule: 'superstep', ...policy });

  it.each([1, 3])('[K52] with maxPasses %i the next pass is refused', (maxPasses) => {
    const run = passes({ maxPasses });
    for (let made = 1; made <= maxPasses; made++) {
      expect([run.state.status, run.state.pass.number]).toEqual(['running', made]);
      run.complete('a');
    }
    expect([run.state.status, limitOf(run)]).toEqual(['failed', { limit: 'maxPasses' }]);
    expect(run.state.pass.number).toBe(maxPasses);
  });

  it('[K54] a node takes over in a pass of its own', () => {
    const run = passes({ maxPasses: 1, onLimit: 'help' });
    run.complete('a');
    expect([run.waits(), run.running()]).toEqual([['help'], []]);
    expect(run.answer('help', 1).state.status).toBe('completed');
  });

  it('[K54] paused, it restarts its count when a person raises it, with or without a number', () => {
    for (const answer of [{}, { maxPasses: 9 }]) {
      const run = passes({ maxPasses: 2, onLimit: 'pause' });
      run.complete('a').complete('a');
      expect([run.waits(), run.state.status]).toEqual([['(run)'], 'waiting']);
      run.send({ type: 'wait.answered', wait: waitId(run.state.paused?.wait ?? ''), answer });
      for (const _ of [3, 4]) run.complete('a');
      expect(run.waits()).toEqual(['(run)']);
    }
  });
});

describe('timeoutMs of a run', () => {
  it('[K51] is reached after so much time of work', () => {
    const run = chain({ timeoutMs: 100 });
    expect(timersOf(run)).toEqual(['run +100']);
    run.fireTimer();
    expect(effectsOf(run)).toEqual(['cancel execute a#1', 'cancel execute b#1', 'finish failed']);
    expect(limitOf(run)).toEqual({ limit: 'timeoutMs' });
  });

  it('[K51] while only waits and delays are open the clock stands still', () => {
    const run = play({
      policy: { timeoutMs: 100 },
      nodes: [step('a'), ask('w'), step('b'), delay('d', 5000), step('c')],
      edges: [edge('a -> w'), edge('w -> b'), edge('b -> d'), edge('d -> c')],
    }).start(0);
    completeWith(run, 'a', {}, START + 30);
    expect(timersOf(run)).toEqual([]);
    answerAt(run, 'w', START + 9000);
    expect(timersOf(run)).toEqual(['run +70']);
    completeWith(run, 'b', {}, START + 9050);
    expect(timersOf(run)).toEqual(['delay +5000']);
    run.fireTimer();
    expect(timersOf(run)).toEqual(['run +20']);
    expect(run.fireTimer().state.status).toBe('failed');
  });

  it('[K51] a wait beside work does not stop it; a backoff is work', () => {
    const run = play({
      policy: { timeoutMs: 100 },
      nodes: [ask('w'), step('a', { retry: { attempts: 2, backoffMs: 70 } })],
    }).start();
    run.send({
      type: 'attempt.failed',
      node: 'a',
      activation: 1,
      attempt: 1,
      failure: { code: 'X', message: 'x' },
      at: START + 50,
    });
    expect(timersOf(run)).toEqual(['run +50', 'retry +70']);
    run.fireTimer();
    expect([run.state.status, effectsOf(run)]).toEqual([
      'failed',
      ['cancel wait', 'cancel timer', 'finish failed'],
    ]);
  });

  it('[K51] who only waits for the mutex of a node that waits does not work', () => {
    const run = play({
      policy: { timeoutMs: 100 },
      nodes: [step('a', { mutex: 'm' }), step('b', { mutex: 'm' })],
    }).start();
    suspend(run, 'a');
    expect([run.state.status, timersOf(run)]).toEqual(['waiting', []]);
  });

  it('[K51] a run that is over has no timer left', () => {
    const run = play({ policy: { timeoutMs: 100 }, nodes: [step('a')] }).start();
    run.complete('a');
    expect(effectsOf(run)).toEqual(['cancel timer', 'finish completed']);
  });

  it('[K51] [K54] `countsFrom: "answer"`: an answer while others work restarts the time', () => {
    const run = play({
      policy: { timeoutMs: 100, countsFrom: 'answer' },
      nodes: [ask('w'), step('a')],
    }).start();
    answerAt(run, 'w', START + 60);
    run.fireTimer();
    expect([run.state.status, timersOf(run)]).toEqual(['running', ['run +60']]);
    run.fireTimer();
    expect(run.state.status).toBe('failed');
    expect(run.journal.at(-1)?.at).toBe(START + 160);
  });
});

describe('timeoutMs of a node', () => {
  it('[K51] bounds one attempt, which may be retried', () => {
    const run = play({ nodes: [step('a', { timeoutMs: 50, retry: { attempts: 2 } })] }).start();
    expect(timersOf(run)).toEqual(['attempt +50']);
    run.fireTimer();
    expect(effectsOf(run)).toEqual(['cancel execute a#1', 'timer +500']);
    run.fireTimer();
    expect([run.execution('a').attempt, timersOf(run)]).toEqual([2, ['attempt +50']]);
    run.fireTimer();
    expect(run.state.error).toEqual({
      code: 'TIMEOUT',
      message: 'Attempt 2 took longer than 50 ms.',
      node: 'a',
      activation: 1,
    });
  });

  it('[K41] [K51] an edge from error handles it', () => {
    const run = play({
      nodes: [step('a', { timeoutMs: 50 }), step('h')],
      edges: [edge('a.error -> h')],
    }).start();
    run.fireTimer();
    expect(run.inputsOf('h')).toMatchObject([{ input: { code: 'TIMEOUT', attempt: 1 } }]);
  });

  it('[K51] a result in time needs the timer no more', () => {
    const run = play({ nodes: [step('a', { timeoutMs: 50 }), step('b')] }).start();
    expect(effectsOf(run.complete('a'))).toEqual(['cancel timer']);
  });

  it('[K51] the time of a question inside does not count', () => {
    const run = play({ nodes: [step('a', { timeoutMs: 50 })] }).start();
    const question = { kind: 'input' };
    run.send({
      type: 'node.waiting',
      node: 'a',
      activation: 1,
      key: 'q',
      question,
      at: START + 20,
    });
    expect(timersOf(run)).toEqual([]);
    answerAt(run, 'a', START + 9000);
    expect(timersOf(run)).toEqual(['attempt +30']);
  });

  it('[K51] [K57] of a map: the time during which its children only wait does not count', () => {
    const run = play({
      nodes: [map('m', { items: [1, 2] }, { timeoutMs: 50, retry: { attempts: 2 } })],
    }).start();
    childWaits(run, 'm', 0);
    expect(timersOf(run)).toEqual(['attempt +50']);
    childWaits(run, 'm', 1);
    expect(timersOf(run)).toEqual([]);
    childGoesOn(run, 'm', 1);
    expect(timersOf(run)).toEqual(['attempt +50']);
    run.fireTimer();
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'timer +500']);
    run.fireTimer();
    expect([effectsOf(run), timersOf(run)]).toEqual([
      ['timer +50', 'child m/0', 'child m/1'],
      ['attempt +50'],
    ]);
  });
});

describe('maxRepeats', () => {
  const repeated = (policy: Policy, values: readonly unknown[]): Player => {
    const run = loop({ maxRepeats: 3, ...policy });
    for (const value of values) {
      if (run.running().length > 0) run.complete('a', { value: value as string });
    }
    return run;
  };

  it.each([
    ['the third equal value', [1, 1, 1], 'failed'],
    ['two equal values', [1, 1], 'running'],
    ['values that differ', [1, 2, 3, 4], 'running'],
    ['something new between the second and the third', [1, 1, 2, 1], 'running'],
    ['the next one after that', [1, 1, 2, 1, 1], 'failed'],
    ['two values in turn: nothing new since the occurrence before', [1, 2, 1, 2, 1, 2], 'failed'],
    [
      'equal but for ids of calls',
      [
        { toolCalls: [{ id: 1, name: 'x' }] },
        { toolCalls: [{ id: 2, name: 'x' }] },
        { toolCalls: [{ id: 3, name: 'x', toolCallId: 3 }] },
      ],
      'failed',
    ],
    [
      'ids that are no ids of calls: what a call is about',
      [
        { toolCalls: [{ id: 1, name: 'x', arguments: { id: 7 } }] },
        { toolCalls: [{ id: 1, name: 'x', arguments: { id: 8 } }] },
        { toolCalls: [{ id: 1, name: 'x', arguments: { id: 9 } }] },
      ],
      'running',
    ],
    [
      'equal but for the order of keys',
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
        { x: 1, y: 2 },
      ],
      'failed',
    ],
  ] as const)('[K52] [K93] %s', (_name, values, status) => {
    const run = repeated({}, values);
    const limit = status === 'failed' ? { limit: 'maxRepeats' } : undefined;
    expect([run.state.status, limitOf(run)]).toEqual([status, limit]);
  });

  it('[K52] an equal value of another node is another value', () => {
    const run = play({
      policy: { maxRepeats: 2 },
      nodes: steps('a', 'b', 'c'),
      edges: [edge('a -> b'), edge('b -> c')],
    }).start();
    for (const id of ['a', 'b', 'c']) run.complete(id, { value: 1 });
    expect(run.state.status).toBe('completed');
  });

  it('[K52] the limit names the activation', () => {
    expect(repeated({}, [1, 1, 1]).state.error).toMatchObject({ node: 'a', activation: 3 });
  });

  it('[K52] an answer resets it', () => {
    const run = play({
      policy: { maxRepeats: 2 },
      entry: ['a', 'w'],
      nodes: [step('a'), ask('w')],
      edges: [edge('a -> a')],
    }).start();
    run.complete('a', { value: 1 }).answer('w', 'go on').complete('a', { value: 1 });
    expect(run.state.status).toBe('running');
    expect(run.complete('a', { value: 1 }).state.status).toBe('failed');
  });

  it('[K52] [K45] in a pass that is not over yet it is a limit at once', () => {
    const run = play({
      policy: { schedule: 'superstep', maxRepeats: 2 },
      entry: ['p', 'f'],
      nodes: [compute('p', 1), ...steps('f', 'g')],
      edges: [edge('p => p'), edge('f -> g')],
    }).start();
    run.complete('f', { ports: { output: 1 } });
    expect([run.state.status, limitOf(run)]).toEqual(['failed', { limit: 'maxRepeats' }]);
  });

  it('[K54] the node that takes over gets the token and the context; what was repeated leads nowhere', () => {
    const run = loop({ maxRepeats: 2, onLimit: 'help' }, step('help'));
    run.complete('a', { value: 1 });
    run.complete('a', { value: 1, context: { use: 'chat' } });
    expect(run.running()).toEqual(['help#1']);
    expect(run.execution('help')).toMatchObject({
      inputs: { input: { limit: 'maxRepeats', node: 'a', activation: 2 } },
      context: 'chat',
    });
    expect(run.outputs('a')).toEqual([1, 1]);
  });

  it('[K54] paused and raised, it continues after the value that was too much', () => {
    const run = repeated({ maxRepeats: 2, onLimit: 'pause' }, [1, 1]);
    expect([run.running(), run.state.executing, run.waits()]).toEqual([[], 0, ['(run)']]);
    expect(raise(run).running()).toEqual(['a#3']);
  });
});
