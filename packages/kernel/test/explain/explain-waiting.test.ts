// Why a node has not run yet, or never will.
import { explain } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { sentences, why } from './explaining.ts';
import { edge, play, step, steps } from '../run/play.ts';

describe('a node that waits', () => {
  it('[K58] for the missing inputs of its join, and for whoever brings them', () => {
    const run = play({
      nodes: [
        ...steps('s', 'a', 'b', 'dead', 'j'),
        { id: 'ask', type: 'approval', config: { prompt: '?', who: ['ann', 'bob'] } },
        { id: 'timer', type: 'delay', config: { ms: 5 } },
        step('late'),
      ],
      edges: [
        edge('s.go -> a'),
        edge('s.go -> b'),
        edge('s.go -> ask'),
        edge('s.go -> timer'),
        edge('s.dead -> dead'),
        edge('a -> j.a'),
        edge('b -> late'),
        edge('late -> j.b'),
        edge('ask.approved -> j.ask'),
        edge('timer -> j.timer'),
        edge('dead -> j.dead'),
      ],
    }).start();
    run.complete('s', { ports: { go: 1 } }).complete('a');
    const { status, notRun } = why(run, 'j');
    expect(status).toBe('idle');
    expect(notRun?.reason).toBe(
      'waiting for inputs: "b" from "late" ("b" is running); "ask" from "ask" ("ask" waits for an answer of ann or bob); "timer" from "timer" ("timer" waits for its time)',
    );
    expect(notRun?.edges.map(({ fired }) => fired)).toEqual([1, 0, 0, 0, 0]);
  });

  it('[K58] for the other branch of the same round, not of a later one', () => {
    const run = play({
      entry: ['h'],
      nodes: steps('h', 'a', 'b', 'j'),
      edges: [
        edge('h.again -> h'),
        edge('h.out -> a'),
        edge('h.out -> b'),
        edge('a -> j.a'),
        edge('b -> j.b'),
      ],
    }).start();
    run.complete('h', { ports: { out: 1, again: 1 } }).complete('h', { ports: { out: 1 } });
    run.complete('a', undefined, 1).complete('b', undefined, 2);
    expect(why(run, 'j').notRun?.reason).toBe('waiting for inputs: "b" from "b" ("b" is running)');
  });

  it('[K58] for another join, and says so after it ran too', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'i', 'j'),
      edges: [
        edge('s -> a'),
        edge('s -> b'),
        edge('a -> i.a'),
        edge('b -> i.b'),
        edge('i -> j.i'),
        edge('a -> j.a'),
      ],
    }).start();
    run.complete('s').complete('a');
    expect(sentences(run, 'j')).toContain('"i" from "i" ("i" waits for its inputs)');
    expect(sentences(run, 'i')).toContain('"b" from "b" ("b" is running)');
  });

  it('[K58] behind a person who has not answered yet', () => {
    const run = play({
      nodes: [{ id: 'ask', type: 'input', config: { prompt: '?' } }, step('x'), step('y')],
      edges: [edge('ask -> x'), edge('x -> y')],
    }).start();
    expect(why(run, 'y')).toMatchObject({
      status: 'idle',
      notRun: { reason: 'not reached yet: "ask" waits for an answer' },
    });
  });

  it('[K58] behind a gate that a person holds closed', () => {
    const run = play({
      policy: { whileWaiting: 'hold' },
      nodes: [
        step('s'),
        { id: 'ask', type: 'input', config: { prompt: '?' } },
        step('a'),
        step('b'),
      ],
      edges: [edge('s -> ask'), edge('s -> a'), edge('a -> b')],
    }).start();
    run.complete('s').complete('a');
    expect(why(run, 'b')).toMatchObject({
      status: 'ready',
      notRun: { reason: 'queued: the run holds everything back until somebody answers' },
    });
  });

  it('[K58] behind a batch that was cut short', () => {
    const chain = Array.from({ length: 1_010 }, (_, index) => ({
      id: `t${index}`,
      type: 'transform',
      config: { value: 1 },
    }));
    const run = play({
      nodes: chain,
      edges: chain.slice(1).map(({ id }, index) => edge(`t${index} -> ${id}`)),
    }).start();
    expect(why(run, 't1005')).toMatchObject({
      status: 'idle',
      notRun: { reason: 'not reached yet: "t1000" is about to start' },
    });
  });
});

describe('a node that will not run', () => {
  it('[K58] for want of a required input', () => {
    const run = play({
      nodes: [...steps('s', 'a', 'b'), step('j', { input: { b: { required: true } } })],
      edges: [edge('s.a -> a'), edge('s.b -> b'), edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('s', { ports: { a: 1 } }).complete('a');
    const { status, notRun, words } = why(run, 'j');
    expect(status).toBe('skipped');
    expect(notRun?.reason).toBe('skipped: required input "b" has no value');
    expect(notRun?.edges.map(({ why: text }) => text)).toEqual(['fired', '"b" has not completed']);
    expect(words).toContain('It was skipped: required input "b" has no value.');
  });

  it('[K58] because too few of n edges could bring a token', () => {
    const run = play({
      nodes: [...steps('s', 'a', 'b'), step('j', { join: 'n-of', n: 2 })],
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j.a'), edge('b.on -> j.b')],
    }).start();
    run.complete('s').complete('a').complete('b', { ports: {} });
    const { notRun, words } = why(run, 'j');
    expect(notRun?.reason).toBe('branch not taken: "b.on -> j.b" from "b" did not fire');
    expect(notRun?.edges[0]).toMatchObject({ fired: 1, why: 'fired' });
    expect(words.at(-1)).toBe(
      'A token on edge "a -> j.a" was dropped: not enough of the 2 edges can still bring a token.',
    );
  });

  it('[K58] because what comes before it did not run', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'alone'),
      entry: ['s'],
      edges: [edge('s.a -> a'), edge('a -> b')],
    }).start();
    run.complete('s', { ports: {} });
    expect(why(run, 'b').notRun?.reason).toBe('not reached: "a" did not run');
    expect(why(run, 'alone').notRun?.reason).toBe(
      'not reached: no edge leads to it and it is no entry',
    );
  });

  it('[K58] because what comes before it failed, handled or not', () => {
    const run = play({
      nodes: steps('s', 'x', 'help'),
      edges: [edge('s -> x'), edge('s.error -> help')],
    }).start();
    run.fail('s').complete('help');
    expect(run.state.status).toBe('completed');
    expect(why(run, 'x').notRun).toMatchObject({
      reason: 'not reached: "s" failed',
      edges: [{ why: '"s" failed: s broke', fired: 0 }],
    });
    expect(why(run, 'help').activations[0]?.causedBy[0]?.edge).toBe('s.error -> help');
    const unhandled = play({ nodes: steps('s', 'x'), edges: [edge('s -> x')] })
      .start()
      .fail('s');
    expect(why(unhandled, 'x').notRun?.reason).toBe('not reached: "s" failed');
  });

  it('[K58] because the run was cancelled before', () => {
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a -> b')] }).start();
    run.send({ type: 'run.cancelled' });
    expect(why(run, 'b')).toMatchObject({
      status: 'skipped',
      notRun: { reason: 'not reached: the run ended cancelled before "a" led to "b"' },
    });
  });

  it('[K58] because a limit was reached, but only where that was the reason', () => {
    const run = play({
      policy: { maxSteps: 2 },
      nodes: steps('a', 'b', 'c', 'd', 'other'),
      edges: [edge('a -> b'), edge('b -> c'), edge('c -> d'), edge('a.other -> other')],
    }).start();
    run.complete('a').complete('b');
    const message =
      'The run reached its limit maxSteps: 2 steps were made, the next one is refused.';
    for (const id of ['c', 'd']) {
      expect(why(run, id).notRun?.reason).toBe(`limit reached: ${message}`);
    }
    expect(why(run, 'c').words).toContain('The run reached its limit maxSteps.');
    expect(why(run, 'other').notRun?.reason).toContain('branch not taken');
  });

  it('[K58] an unknown node has no explanation', () => {
    const run = play({ nodes: steps('a') }).start();
    expect(explain(run.graph, run.journal, 'nobody')).toBeNull();
  });
});
