// Goal: the limits of a run (steps, passes, time, repeats, budget), exactly where each is reached, and what happens there:
// the run fails, a node takes over, or a person raises the limit.
import type { Policy, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  answerAt,
  ask,
  childEnds,
  childGoesOn,
  childWaits,
  completeWith,
  compute,
  delay,
  effectsOf,
  map,
  raise,
  START,
  statuses,
  suspend,
  timersOf,
} from './acts.ts';
import { edge, play, step, type Player } from './play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));

/** a goes round for ever; `help` is the node that takes over where the policy names it. */
const loop = (policy: Policy, help: WorkflowNode = ask('help')): Player =>
  play({ policy, entry: ['a'], nodes: [step('a'), help], edges: [edge('a -> a')] }).start();

/** Two nodes side by side, the first followed by another. */
const chain = (policy: Policy, more: readonly WorkflowNode[] = []): Player =>
  play({
    policy,
    entry: ['a', 'b'],
    nodes: [...steps('a', 'b', 'a2'), ...more],
    edges: [edge('a -> a2')],
  }).start();

const limitOf = (run: Player): unknown => run.state.error?.details;

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
    expect(run.state.joins.size).toBe(0);
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

  it('[K54] paused, it counts anew when a person raises it, with or without a number', () => {
    for (const answer of [{}, { maxPasses: 9 }]) {
      const run = passes({ maxPasses: 2, onLimit: 'pause' });
      run.complete('a').complete('a');
      expect([run.waits(), run.state.status]).toEqual([['(run)'], 'waiting']);
      run.send({ type: 'wait.answered', wait: run.state.paused?.wait ?? '', answer });
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

  it('[K51] [K54] `countsFrom: "answer"`: an answer while others work begins the time anew', () => {
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

  it('[K54] paused and raised, it goes on after the value that was too much', () => {
    const run = repeated({ maxRepeats: 2, onLimit: 'pause' }, [1, 1]);
    expect([run.running(), run.state.executing, run.waits()]).toEqual([[], 0, ['(run)']]);
    expect(raise(run).running()).toEqual(['a#3']);
  });
});

describe('budget', () => {
  const spend = (policy: Policy, more: readonly WorkflowNode[] = []): Player =>
    completeWith(chain(policy, more), 'a', {
      modelCalls: 1,
      inputTokens: 60,
      outputTokens: 50,
      usd: 0.5,
    });

  it.each([
    [{ tokens: 110 }, 'running'],
    [{ tokens: 109 }, 'failed'],
    [{ usd: 0.5 }, 'running'],
    [{ usd: 0.49 }, 'failed'],
    [{}, 'running'],
  ])('[K53] %o and 110 tokens, 0.5 USD spent: %s', (budget, status) => {
    const run = spend({ budget });
    const limit = status === 'failed' ? { limit: Object.keys(budget)[0] } : undefined;
    expect([run.state.status, limitOf(run)]).toEqual([status, limit]);
  });

  it('[K53] a paid result is kept, then the limit is reached: nothing follows', () => {
    const run = spend({ budget: { tokens: 100 } });
    expect([run.output('a'), run.count('a2')]).toEqual(['a#1', 0]);
    expect(effectsOf(run)).toEqual(['cancel execute b#1', 'finish failed']);
    expect(run.state.usage).toEqual({ modelCalls: 1, inputTokens: 60, outputTokens: 50, usd: 0.5 });
  });

  it('[K53] what failed attempts, recorded steps, children and late results spent counts too', () => {
    const usage = { inputTokens: 10 };
    const run = play({
      policy: { budget: { tokens: 1000 } },
      nodes: [
        step('a', { retry: { attempts: 2 } }),
        map('m', { items: [1] }),
        step('b', { cancels: ['a'] }),
      ],
    }).start();
    run.send({ type: 'step.recorded', node: 'a', activation: 1, key: 'k', usage });
    run.send({
      type: 'attempt.failed',
      node: 'a',
      activation: 1,
      attempt: 1,
      failure: { code: 'X', message: 'x' },
      usage,
    });
    childEnds(run, 'm', 0, { usage });
    run.fireTimer().complete('b');
    expect(run.state.usage.inputTokens).toBe(30);
    const late = play({
      policy: { budget: { tokens: 5 } },
      nodes: [step('a'), step('b', { cancels: ['a'] }), step('c')],
    }).start();
    late.complete('b').send({ type: 'node.completed', node: 'a', activation: 1, usage });
    expect(limitOf(late)).toEqual({ limit: 'tokens' });
  });

  it('[K53] a run that the paid result ends has ended so', () => {
    const run = play({ policy: { budget: { tokens: 1 } }, nodes: [step('a')] }).start();
    run.send({
      type: 'node.completed',
      node: 'a',
      activation: 1,
      stop: { reason: 'enough' },
      usage: { inputTokens: 9 },
    });
    expect([run.state.status, run.state.stopReason]).toEqual(['stopped', 'enough']);
  });

  it('[K54] a person takes over once, and the budget counts anew', () => {
    const run = spend({ budget: { tokens: 100 }, onLimit: 'help' }, [ask('help')]);
    expect(run.waits()).toEqual(['help']);
    run.answer('help', 'go on');
    expect(run.state.status).toBe('completed');
  });

  it('[K54] `countsFrom: "answer"` counts what was spent since', () => {
    const run = play({
      policy: { budget: { tokens: 100 }, countsFrom: 'answer' },
      nodes: [step('a'), ask('w'), step('b')],
    }).start();
    completeWith(run, 'a', { inputTokens: 90 }).answer('w', 1);
    completeWith(run, 'b', { inputTokens: 90 });
    expect(run.state.status).toBe('completed');
  });

  it.each([
    ['enough', { tokens: 500 }, ['a2#1', 'b#1']],
    ['nothing: the same again', {}, ['a2#1', 'b#1']],
    ['too little: asked again', { tokens: 105 }, []],
    ['another limit: that one, and the same again', { maxSteps: 50 }, ['a2#1', 'b#1']],
  ] as const)('[K54] paused, a person raises it: %s', (_name, values, running) => {
    const run = spend({ budget: { tokens: 100 }, onLimit: 'pause' });
    expect([run.state.status, run.running()]).toEqual(['waiting', []]);
    raise(run, values);
    expect(run.running()).toEqual(running);
    expect(run.waits()).toEqual(running.length === 0 ? ['(run)'] : []);
  });
});

describe('a budget that is reached, by the rules since 2', () => {
  const begin = (policy: Policy, nodes: readonly WorkflowNode[] = steps('a', 'b')): Player =>
    play({ policy, nodes }).send({
      type: 'run.started',
      run: 'run-1',
      workflow: { id: 'w', version: 'v' },
      rules: 2,
    });
  const budget = { tokens: 10 };
  const reach = (run: Player, node: string, more: object = {}): Player =>
    run.send({ type: 'budget.reached', limit: 'tokens', node, activation: 1, ...more });

  it('[K114] what runs may finish, nothing new starts, then the run waits', () => {
    const run = begin({ budget, onLimit: 'pause' });
    reach(run, 'a');
    expect([run.state.status, run.running(), effectsOf(run)]).toEqual([
      'running',
      ['b#1'],
      ['cancel execute a#1', 'wait (run)'],
    ]);
    expect(run.complete('b').state.status).toBe('waiting');
    expect(raise(run, { tokens: 99 }).running()).toEqual(['a#1']);
    expect(run.execution('a').attempt).toBe(1);
    expect(run.complete('a').state.status).toBe('completed');
  });

  it('[K53] [K114] spending too much lets what runs finish too', () => {
    const run = begin({ budget, onLimit: 'pause' });
    run.send({
      type: 'step.recorded',
      node: 'a',
      activation: 1,
      key: 'k',
      usage: { inputTokens: 11 },
    });
    expect([run.state.status, run.running(), run.waits()]).toEqual([
      'running',
      ['a#1', 'b#1'],
      ['(run)'],
    ]);
    run.complete('a').complete('b');
    expect(run.state.status).toBe('waiting');
    expect(raise(run).state.status).toBe('completed');
  });

  const refused = (onLimit: string): Player => {
    const nodes = [step('a'), step('b'), ask('help')];
    const run = play({ policy: { budget, onLimit }, nodes, entry: ['a', 'b'] }).start();
    return reach(run, 'a', { below: { tokens: 7, usd: 1 } });
  };

  it('[K113] it is a limit like others: the run fails', () => {
    const run = refused('fail');
    expect([run.state.status, limitOf(run)]).toEqual(['failed', { limit: 'tokens' }]);
  });

  it('[K113] or a node takes over outside it, and the count begins anew behind what runs below have spent', () => {
    const run = refused('help');
    expect([run.state.status, run.waits(), run.running()]).toEqual(['waiting', ['help'], []]);
    expect(run.state.usageBase).toEqual({ tokens: 7, usd: 1, below: { tokens: 7, usd: 1 } });
    run.send({ type: 'budget.reached', limit: 'tokens' });
    expect(run.waits()).toEqual(['help']);
  });

  it('[K113] because of a run above it stands still without a question, and keeps its counts', () => {
    const run = begin({ budget }, [step('a'), step('b', { retry: { attempts: 2 } })]);
    run.send({
      type: 'step.recorded',
      node: 'a',
      activation: 1,
      key: 'k',
      usage: { inputTokens: 4 },
    });
    reach(run, 'a', { above: true });
    expect([run.state.status, run.running(), run.waits()]).toEqual(['running', ['b#1'], []]);
    run.fail('b').fireTimer();
    expect([run.state.status, run.running()]).toEqual(['waiting', []]);
    run.send({ type: 'budget.raised', wait: '' });
    expect([run.state.status, run.running().toSorted()]).toEqual(['running', ['a#1', 'b#1']]);
    expect([run.state.usageBase, run.state.usage.inputTokens]).toEqual([{ tokens: 0, usd: 0 }, 4]);
  });

  it('[K113] an activation that is over, and a run that goes on already, change nothing', () => {
    const run = begin({ budget, onLimit: 'pause' }).complete('a');
    reach(run, 'a');
    run.send({ type: 'budget.raised', wait: '' });
    expect([run.waits(), run.running()]).toEqual([[], ['b#1']]);
  });
});

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

  it('[K54] its answer starts the counts anew: as many steps again', () => {
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

  it('[K92] time and money name what was going on, when it was one thing', () => {
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

  it('[K43] [K54] what a person retries meanwhile is bounded all the same', () => {
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
    run.send({ type: 'wait.answered', wait: wait?.id ?? '', answer: { turns: 3 } });
    expect(run.state.limits.maxSteps).toBe(3);
  });

  it('[K54] raised, the refused step goes on and what was stopped starts again, with the same attempt', () => {
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
      wait: run.state.paused?.wait ?? '',
      answer: { maxSteps: 3 },
    });
    expect(run.running()).toEqual(['a2#1', 'b#1']);
  });

  it('[K54] pure nodes, waits and children beyond the limit have not begun', () => {
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

  it('[K54] from the answer: a conversation goes on as long as each answer leads to few steps', () => {
    const run = conversation('answer');
    for (let turn = 0; turn < 9; turn++) run.answer('w', 1).complete('a');
    expect(run.state.status).toBe('waiting');
  });
});
