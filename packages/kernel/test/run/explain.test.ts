// Goal: for every node of a run, why it ran or did not, with the values that decided it, as data and in words.
import { explain, type Explanation, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from './play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));

function why(run: Player, node: string): Explanation {
  const found = explain(run.graph, run.journal, node);
  if (found === null) throw new Error(`no node is called ${node}`);
  return found;
}

const sentences = (run: Player, node: string): string => why(run, node).words.join('\n');

describe('a node that ran', () => {
  it('[K58] each activation has its round, causes, inputs and outcome', () => {
    const run = play({
      nodes: steps('s', 'h', 'b', 'out'),
      edges: [edge('s -> h'), edge('h -> b'), edge('b.again -> h'), edge('b.leave -> out')],
    }).start();
    run
      .complete('s')
      .complete('h')
      .complete('b', { value: 1, ports: { again: 'more' } });
    run.complete('h').fail('b');
    expect(why(run, 'b')).toMatchObject({
      node: 'b',
      status: 'failed',
      activations: [
        {
          n: 1,
          round: { h: 1 },
          causedBy: [{ edge: 'h -> b', node: 'h', activation: 1 }],
          inputs: { input: 'h#1' },
          outcome: 'completed on port again',
        },
        {
          n: 2,
          round: { h: 2 },
          causedBy: [{ edge: 'h -> b', node: 'h', activation: 2 }],
          inputs: { input: 'h#2' },
          outcome: 'failed: b broke',
        },
      ],
    });
    expect(why(run, 'b').notRun).toBeUndefined();
    expect(why(run, 'h').activations.map(({ causedBy }) => causedBy[0]?.edge)).toEqual([
      's -> h',
      'b.again -> h',
    ]);
    expect(why(run, 'b').words).toEqual([
      '"b" is failed.',
      'Activation 1 in round 1 of "h", because of "h" #1 over edge "h -> b", with inputs {"input":"h#1"}: completed on port again.',
      'Activation 2 in round 2 of "h", because of "h" #2 over edge "h -> b", with inputs {"input":"h#2"}: failed: b broke.',
    ]);
  });

  it('[K58] a join names all tokens that went into it; an entry has no cause', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'j'),
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('s').complete('b').complete('a');
    expect(why(run, 'j').activations[0]?.causedBy.map(({ node }) => node)).toEqual(['a', 'b']);
    expect(why(run, 'j').activations[0]?.outcome).toBe('running');
    expect(sentences(run, 's')).toBe(
      '"s" is completed.\nActivation 1, as an entry of the run, with inputs {}: completed on port output.',
    );
  });

  const outcomes: readonly (readonly [string, (run: Player) => void, string])[] = [
    [
      'waits for an answer',
      (run) => run.complete('s', { ports: { w: 1 } }),
      'waiting for approval',
    ],
    [
      'lacks data',
      (run) => run.complete('s', { ports: { p: 1, z: 1 } }),
      'pending: lacks ${z.output}',
    ],
    [
      'is tried again',
      (run) => run.complete('s', { ports: { r: 1 } }).fail('r'),
      'retrying after: r broke',
    ],
    [
      'was cancelled',
      (run) => run.complete('s', { ports: { z: 1 } }).send({ type: 'run.cancelled' }),
      'cancelled',
    ],
  ];

  it.each(outcomes)('[K58] says that it %s', (_name, act, outcome) => {
    const run = play({
      policy: { onUnresolved: 'pend' },
      nodes: [
        step('s'),
        { id: 'w', type: 'approval', config: { prompt: '?' } },
        step('p', { config: { name: 'any', args: '${z.output}' } }),
        step('r', { retry: { attempts: 2 } }),
        step('z'),
      ],
      edges: ['w', 'p', 'r', 'z'].map((to) => edge(`s.${to} -> ${to}`)),
    }).start();
    act(run);
    const found = ['w', 'p', 'r', 'z'].flatMap((id) => why(run, id).activations);
    expect(found.map((activation) => activation.outcome)).toContain(outcome);
  });

  it('[K58] tells of tokens that were absorbed', () => {
    const run = play({
      nodes: [...steps('s', 'a', 'b'), step('j', { join: 'any' })],
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j'), edge('b -> j')],
    }).start();
    run.complete('s').complete('a').complete('b');
    expect(sentences(run, 'j')).toContain(
      'A token on edge "b -> j" was absorbed: the join is "any".',
    );
  });

  it('[K58] long inputs are cut in words, and many activations counted', () => {
    const run = play({ entry: ['h'], nodes: steps('h'), edges: [edge('h.again => h')] }).start();
    for (let round = 0; round < 22; round++)
      run.complete('h', { ports: { again: 'x'.repeat(99) } });
    const { words, activations } = why(run, 'h');
    expect(activations).toHaveLength(23);
    expect(words.at(-1)).toBe('… and 3 more activations.');
    expect(Math.max(...words.map((text) => text.length))).toBeLessThan(250);
  });
});

describe('a branch that was not taken', () => {
  const sources: readonly (readonly [string, WorkflowNode, string, readonly object[]])[] = [
    [
      'if',
      { id: 'c', type: 'if', config: { condition: { left: '${previous}', op: 'gt', right: 10 } } },
      'true',
      [{ left: 9, op: 'gt', right: 10, result: false }],
    ],
    [
      'switch',
      {
        id: 'c',
        type: 'switch',
        config: {
          cases: [
            { name: 'small', when: { left: '${previous}', op: 'lt', right: 10 } },
            { name: 'big', when: { left: '${previous}', op: 'gte', right: 10 } },
          ],
          first: false,
        },
      },
      'big',
      [
        { left: 9, op: 'lt', right: 10, result: true },
        { left: 9, op: 'gte', right: 10, result: false },
      ],
    ],
  ];

  it.each(sources)('[K58] by %s: with the compared values', (_name, source, port, tried) => {
    const run = play({
      nodes: [step('s'), source, step('x')],
      edges: [edge('s -> c'), edge(`c.${port} -> x`)],
    }).start();
    run.complete('s', { value: 9 });
    const { status, notRun } = why(run, 'x');
    expect(status).toBe('skipped');
    expect(notRun?.reason).toBe(`branch not taken: "c.${port} -> x" from "c" did not fire`);
    expect(notRun?.edges).toMatchObject([
      { edge: `c.${port} -> x`, from: 'c', port, fired: 0, tried },
    ]);
  });

  it('[K58] by the condition of an edge: with the compared values', () => {
    const when = {
      all: [
        { left: '${previous.size}', op: 'gt', right: 1 },
        { left: '${previous.colour}', op: 'eq', right: 'red' },
      ],
    };
    const run = play({ nodes: steps('s', 'x'), edges: [edge('s -> x', { when })] }).start();
    run.complete('s', { value: { size: 2 } });
    expect(why(run, 'x').notRun).toEqual({
      reason: 'branch not taken: "s -> x" from "s" did not fire',
      edges: [
        {
          edge: 's -> x',
          from: 's',
          port: 'output',
          fired: 0,
          why: 'its condition did not hold',
          tried: [
            { left: 2, op: 'gt', right: 1, result: true },
            { op: 'eq', right: 'red', result: false },
          ],
        },
      ],
    });
    expect(sentences(run, 'x')).toBe(
      [
        '"x" is skipped.',
        'It did not run: branch not taken: "s -> x" from "s" did not fire.',
        'Edge "s -> x" from "s" (port output): its condition did not hold. Compared: 2 gt 1 is true; (missing) eq "red" is false.',
      ].join('\n'),
    );
  });

  it('[K58] by a function that fired another port', () => {
    const run = play({ nodes: steps('s', 'x', 'y'), edges: [edge('s.a -> x'), edge('s.b -> y')] });
    run.start().complete('s', { ports: { b: 1 } });
    expect(why(run, 'x').notRun?.edges[0]?.why).toBe('"s" fired b, not a');
  });

  it('[K58] by the last chance, not by an earlier one', () => {
    const when = { left: '${previous}', op: 'eq', right: 'yes' };
    const run = play({
      entry: ['h'],
      nodes: steps('h', 'x'),
      edges: [edge('h.again => h'), edge('h.out -> x', { when })],
    }).start();
    run.complete('h', { ports: { out: 'no', again: 1 } }).complete('h', { ports: { other: 1 } });
    expect(why(run, 'x').notRun?.edges[0]).toMatchObject({
      why: '"h" fired other, not out',
      tried: [],
    });
  });

  it('[K58] a case that is called like an edge is no condition of that edge', () => {
    const run = play({
      nodes: [
        step('s'),
        { id: 'c', type: 'switch', config: { cases: [{ name: 'yes', when: '${previous}' }] } },
        step('k'),
        step('x'),
      ],
      edges: [
        edge('s.c -> c'),
        edge('s.k -> k'),
        { id: 'yes', from: 'c', out: 'yes', to: 'x', in: 'c' },
        edge('k -> x.k'),
      ],
    }).start();
    run.complete('s', { ports: { c: true, k: 1 } });
    const [first] = why(run, 'x').notRun?.edges ?? [];
    expect(first).toMatchObject({ edge: 'yes', fired: 1, why: 'fired' });
  });
});

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

describe('a node that took over at a limit', () => {
  it('[K58] has no cause but the limit', () => {
    const run = play({
      policy: { maxSteps: 1, onLimit: 'help' },
      nodes: steps('a', 'b', 'help'),
      entry: ['a'],
      edges: [edge('a -> b')],
    }).start();
    run.complete('a');
    expect(why(run, 'help').words[1]).toMatch(/^Activation 1, because a limit was reached, /u);
  });
});

describe('what a dialect added', () => {
  const asked = () =>
    play({
      nodes: [
        step('a', { join: 'once' }),
        { id: 'ask', type: 'input', join: 'once', derived: true, standsFor: 'a', config: {} },
        step('helper', { join: 'once' }),
      ],
      entry: ['a'],
      policy: { maxSteps: 50, onLimit: 'helper' },
      edges: [
        { ...edge('a.ask -> ask'), derived: true },
        { ...edge('ask -> a'), derived: true },
        { ...edge('helper.again -> helper'), derived: true },
      ],
    })
      .start()
      .complete('a', { ports: { ask: 'hello' } });

  it('[K94] a node waits while one that stands for it asks', () => {
    const { status, words } = why(asked(), 'a');
    expect(status).toBe('waiting');
    expect(words.at(-1)).toBe('It waits for an answer.');
  });

  it('[K94] a cause is named as the definition knows it, without a derived edge', () => {
    const run = asked().answer('ask', 'go on', { value: 'go on' });
    const [, second] = why(run, 'a').activations;
    expect(second?.causedBy).toMatchObject([{ node: 'a', activation: 1 }]);
    expect(sentences(run, 'a')).toContain('round 2 of "a", because of "a" #1, with inputs');
  });

  it('[K94] its own edges are no reason why a node never ran', () => {
    expect(why(asked(), 'helper').notRun).toEqual({
      reason: expect.not.stringContaining('helper'),
      edges: [],
    });
  });
});
