// Goal: the budget of a run and of its children: what counts, and where it is reached.
import {
  runId,
  versionId,
  waitId,
  workflowId,
  type Policy,
  type WorkflowNode,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, childEnds, completeWith, effectsOf, map, raise } from '../run/acts.ts';
import { play, step, type Player } from '../run/play.ts';
import { chain, limitOf, steps } from './limit-runs.ts';

describe('the size of a tree', () => {
  it('[K400] a tree that is too large ends the run, whatever its policy says, and cancels what is open', () => {
    const run = chain({ onLimit: 'pause' });
    run.send({ type: 'tree.outgrown', limit: 'runs', max: 7 });
    expect([run.state.status, limitOf(run)]).toEqual(['failed', { limit: 'tree.runs', max: 7 }]);
    expect(effectsOf(run)).toContain('finish failed');
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

  it('[K54] a person takes over once, and the budget restarts its count', () => {
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
      run: runId('run-1'),
      workflow: { id: workflowId('w'), version: versionId('v') },
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

  it('[K113] or a node takes over outside it, and the count restarts after what runs below have spent', () => {
    const run = refused('help');
    expect([run.state.status, run.waits(), run.running()]).toEqual(['waiting', ['help'], []]);
    expect(run.state.countsFrom.usage).toEqual({ tokens: 7, usd: 1, below: { tokens: 7, usd: 1 } });
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
    run.send({ type: 'budget.raised', wait: waitId('') });
    expect([run.state.status, run.running().toSorted()]).toEqual(['running', ['a#1', 'b#1']]);
    expect([run.state.countsFrom.usage, run.state.usage.inputTokens]).toEqual([
      { tokens: 0, usd: 0 },
      4,
    ]);
  });

  it('[K113] an activation that is over, and a run that already continues, change nothing', () => {
    const run = begin({ budget, onLimit: 'pause' }).complete('a');
    reach(run, 'a');
    run.send({ type: 'budget.raised', wait: waitId('') });
    expect([run.waits(), run.running()]).toEqual([[], ['b#1']]);
  });
});
