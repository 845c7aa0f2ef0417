// Goal: small policies that dialects choose: failed targets, names of limits, the first message, questions of a type, and
// waiting for either of two references.
import { nativeKinds, type NodeKind, type Policy } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { effectsOf, statuses } from './acts.ts';
import { edge, play, step } from './play.ts';

const once = (id: string) => step(id, { join: 'once' });
const policy = (more: Policy): { policy: Policy } => ({
  policy: { schedule: 'superstep', onError: 'continue', ...more },
});

describe('a token at a once node that has failed', () => {
  const loop = (more: Policy) =>
    play({
      ...policy({ concurrency: 1, ...more }),
      entry: ['a', 'bad'],
      nodes: [once('a'), once('bad'), once('b')],
      edges: [edge('a -> b', { loop: false }), edge('b -> bad', { loop: false })],
    }).start();

  it('[K82] runs it again, unless the policy says to skip it', () => {
    const again = loop({});
    again.complete('a').fail('bad', { retry: 'never' }).complete('b');
    expect(again.running()).toEqual(['bad#2']);
    const skips = loop({ onceFailed: 'skip' });
    skips.complete('a').fail('bad', { retry: 'never' }).complete('b');
    expect(skips.derived.map(({ type }) => type)).toContain('token.dropped');
    expect([skips.state.status, skips.count('bad')]).toEqual(['failed', 1]);
  });

  it('[K82] a person may start it again, and tokens then count as ever', () => {
    const run = loop({ onceFailed: 'skip' });
    run.complete('a').fail('bad', { retry: 'never' });
    run.send({ type: 'node.retried', node: 'bad', activation: 1 });
    expect(run.running()).toEqual(['b#1']);
    run.complete('b');
    expect(run.running()).toEqual(['bad#2']);
    run.complete('bad');
    expect([run.state.status, statuses(run, 'bad')]).toEqual(['completed', { bad: 'completed' }]);
  });
});

describe('names of limits', () => {
  it('[K83] a failure names the limit as the policy calls it', () => {
    const run = play({
      ...policy({ maxPasses: 2, limitNames: { maxPasses: 'maxIterations' } }),
      entry: ['a'],
      nodes: [once('a')],
      edges: [edge('a -> a', { loop: false })],
    }).start();
    run.complete('a').complete('a');
    expect(run.state.error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'The run reached its limit maxIterations: 2 passes were made.',
      details: { limit: 'maxIterations' },
    });
  });

  it('[K83] so do a pause and a hand-off', () => {
    const limited = (more: Policy) =>
      play({
        policy: { maxSteps: 1, limitNames: { maxSteps: 'turns' }, ...more },
        nodes: [step('a'), step('b'), step('help')],
        entry: ['a'],
        edges: [edge('a -> b')],
      })
        .start()
        .complete('a');
    expect(limited({ onLimit: 'pause' }).effects).toMatchObject([
      { type: 'wait', question: { data: { limit: 'turns' } } },
    ]);
    expect(limited({ onLimit: 'help' }).execution('help').previous).toMatchObject({
      limit: 'turns',
    });
  });
});

describe('the input as a message', () => {
  const started = (input?: string | number, inputIs: Policy['inputIs'] = 'message') =>
    play({ policy: { inputIs }, nodes: [step('a')] })
      .start(input)
      .state.contexts.get('main')?.atHand;

  it('[K84] is the first of main when it is a text', () => {
    expect(started('hello')).toEqual([{ role: 'user', content: 'hello' }]);
    expect(started(5)).toBeUndefined();
    expect(started()).toBeUndefined();
    expect(started('hello', 'value')).toBeUndefined();
  });
});

describe('what a type asks', () => {
  it('[K76] comes from its own function, with the resolved config', () => {
    const question: NodeKind['question'] = (config) => ({ kind: 'poll', data: { of: config } });
    const poll: NodeKind = { type: 'poll', mode: 'wait', ports: ['output'], question };
    const run = play(
      { nodes: [{ id: 'q', type: 'poll', config: { about: '${trigger}', deadlineMs: 5 } }] },
      { kinds: new Map([...nativeKinds, ['poll', poll]]) },
    ).start('tea');
    expect([...run.state.waits.values()].map((wait) => wait.question)).toEqual([
      { kind: 'poll', data: { of: { about: 'tea', deadlineMs: 5 } } },
    ]);
    expect(effectsOf(run)).toEqual(['wait q']);
  });
});

describe('a node that lacks a reference and its default', () => {
  it.each(['a', 'b'])('[K80] goes on when %s has brought one of them', (source) => {
    const run = play({
      policy: { onUnresolved: 'pend' },
      nodes: [
        step('a'),
        step('b'),
        step('c', { config: { name: 'any', args: '${a.output.x??b.output.x}' } }),
      ],
    }).start();
    run.complete(source, { value: { x: source } });
    expect(run.execution('c').config.args).toBe(source);
  });
});
