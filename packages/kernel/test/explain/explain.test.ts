// Goal: for every node of a run, why it ran or did not, with the values that decided it, as data and in words.
import { explain, type PortName, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { sentences, why } from './explaining.ts';
import { edge, play, step, steps, type Player } from '../run/play.ts';

describe('a node that ran', () => {
  it('[K140] its ports are called what the caller says, and so are those of its sources', () => {
    const run = play({
      nodes: steps('s', 'yes', 'no'),
      edges: [edge('s.yes -> yes'), edge('s.no -> no')],
    }).start();
    run.complete('s', { value: 1, ports: { yes: 1 } }).complete('yes');
    const portName: PortName = (node, port) => `${node.id}/${port}`;
    const explained = (id: string) => explain(run.graph, run.journal, id, { portName });
    expect(explained('s')?.activations[0]?.outcome).toBe('completed on port s/yes');
    const unrun = explained('no');
    expect(unrun?.notRun?.edges[0]).toMatchObject({
      port: 's/no',
      why: '"s" fired s/yes, not s/no',
    });
    expect(unrun?.words.join(' ')).toContain('(port s/no)');
  });

  it('[K2450] its sentences call nodes what the caller says; its data has their ids', () => {
    const run = play({
      nodes: steps('s', 'yes', 'no'),
      edges: [edge('s.yes -> yes'), edge('s.no -> no')],
    }).start();
    run.complete('s', { value: 1, ports: { yes: 1 } }).complete('yes');
    const nodeName = (id: string) => `Node ${id}`;
    const unrun = explain(run.graph, run.journal, 'no', { nodeName });
    expect(unrun).toMatchObject({ node: 'no', notRun: { edges: [{ from: 's' }] } });
    expect(unrun?.words[0]).toBe('"Node no" is skipped.');
    expect(unrun?.words.join(' ')).toContain('from "Node s"');
    expect(unrun?.words.join(' ')).not.toMatch(/"(?:s|no)"/);
    const ran = explain(run.graph, run.journal, 'yes', { nodeName });
    expect(ran?.words[1]).toContain('because of "Node s" #1');
  });

  it('[K1152] an if and a switch say what they compared, and whether an edge of theirs did is not said', () => {
    const run = play({
      nodes: [
        { id: 'if', type: 'if', config: { condition: '${= trigger.n > 2 }' } },
        {
          id: 'which',
          type: 'switch',
          config: {
            cases: [
              { name: 'big', when: { left: '${trigger.n}', op: 'gt', right: 10 } },
              { name: 'odd', when: '${= trigger.n % 2 == 1 }' },
            ],
          },
        },
        ...steps('end'),
      ],
      edges: [
        edge('if.true -> which'),
        { ...edge('which.odd -> end'), when: { left: '${trigger.n}', op: 'eq', right: 3 } },
      ],
    }).start({ n: 3 });
    expect(why(run, 'if').words[1]).toMatch(
      /completed on port true\. Compared: true truthy is true, where \$\{trigger\.n\} is 3\.$/,
    );
    expect(why(run, 'which').activations[0]?.tried).toMatchObject([
      { left: 3, op: 'gt', right: 10, result: false },
      { left: true, op: 'truthy', result: true },
    ]);
  });

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
      expect.stringMatching(/^retrying: attempt 2 at 1970-\S+Z, after: r broke$/),
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
    expect(found.map((activation) => activation.outcome)).toContainEqual(outcome);
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

  it('[K2900] without the ids of edges, where they mean nothing to the reader', () => {
    const when = { left: '${previous.size}', op: 'gt', right: 1 };
    const run = play({ nodes: steps('s', 'x'), edges: [edge('s -> x', { when })] }).start();
    run.complete('s', { value: { size: 1 } });
    const told = explain(run.graph, run.journal, 'x', { namesEdges: false });
    expect(told?.words).toEqual([
      '"x" is skipped.',
      'It did not run: branch not taken: the edge from "s" did not fire.',
      'From "s": its condition did not hold. Compared: 1 gt 1 is false.',
    ]);
    const started = explain(run.graph, run.journal, 's', { namesEdges: false });
    expect(started?.words.join(' ')).not.toContain('->');
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

  it('[K58] a case that is called like an edge is not a condition of that edge', () => {
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
