// Goal: what a run keeps by name is written by `set` nodes and read everywhere, and nothing is lost, whatever runs at the same
// time, fails, is rebuilt or moves. `play` compares live, dumped and rebuilt states after every event.
import {
  compileGraph,
  explain,
  runView,
  type Json,
  type JsonObject,
  type Workflow,
} from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

type Changes = { readonly [operation: string]: JsonObject };

const set = (id: string, config: { readonly [operation: string]: Json }) => ({
  id,
  type: 'set',
  config,
});
const read = (id: string, value: Json) => ({ id, type: 'transform', config: { value } });

function stateOf(run: Player): Json | undefined {
  return runView(run.graph, run.state)['state'];
}

describe('writing', () => {
  it('[K800] a set node changes values in the order set, append, extend, increment, remove, and passes its input on', () => {
    const run = play({
      state: { a: 0, list: [], n: 1, gone: 'x' },
      nodes: [
        set('w', {
          remove: ['gone'],
          increment: { n: 2, a: '${trigger.by}' },
          extend: { list: [2, 3] },
          append: { list: 1 },
          set: { a: 10 },
        }),
        read('r', { a: '${state.a}', all: '${state}', gone: '${state.gone|nothing}' }),
      ],
      edges: [edge('w -> r')],
    }).start({ by: 5 });
    const all = { a: 15, list: [1, 2, 3], n: 3 };
    expect(run.output('w')).toEqual({ by: 5 });
    expect(run.output('r')).toEqual({ a: 15, all, gone: 'nothing' });
    expect(stateOf(run)).toEqual(all);
  });

  it('[K800] what was read keeps its value when the list grows, also when two lists grow out of one', () => {
    const run = play({
      state: { list: [], copy: [] },
      nodes: [
        set('w1', { append: { list: 1 } }),
        read('r1', '${state.list}'),
        set('w2', { append: { list: 2 }, set: { copy: '${state.list}' } }),
        set('w3', { append: { list: 3, copy: 'c' } }),
        read('r2', ['${state.list}', '${state.copy}', '${state.list[-1]}']),
      ],
      edges: [edge('w1 -> r1'), edge('r1 -> w2'), edge('w2 -> w3'), edge('w3 -> r2')],
    }).start();
    expect(run.output('r1')).toEqual([1]);
    expect(run.output('r2')).toEqual([[1, 2, 3], [1, 'c'], 3]);
  });

  const refused: readonly (readonly [Changes, code: string, text: string])[] = [
    [{ append: { n: 1 } }, 'BAD_STATE_CHANGE', '"append" needs a list, but the state "n" is 1.'],
    [{ increment: { list: 1 } }, 'BAD_STATE_CHANGE', 'the state "list" is []'],
    [{ increment: { n: 'x' } }, 'BAD_STATE_CHANGE', 'needs a number, but got "x"'],
    [{ extend: { list: 1 } }, 'BAD_STATE_CHANGE', 'needs a list, but got 1'],
    [{ set: { n: 'x'.repeat(1_048_577) } }, 'STATE_TOO_LARGE', '1048576'],
    [{ extend: { list: Array.from({ length: 10_001 }, () => 0) } }, 'STATE_TOO_LARGE', '10001'],
    [{ set: { list: Array.from({ length: 10_001 }, () => 0) } }, 'STATE_TOO_LARGE', '10001'],
  ];
  it.each(refused)(
    '[K801] a change that is refused fails its node and changes nothing (%#)',
    (config, code, text) => {
      const first = { n: 1, list: [], other: 0 };
      const run = play({
        state: first,
        policy: { onError: 'continue' },
        nodes: [set('w', { ...config, set: { other: 1, ...config['set'] } })],
      }).start();
      expect(run.state.failures[0]).toMatchObject({ code, message: expect.stringContaining(text) });
      expect(stateOf(run)).toEqual(first);
    },
  );

  it('[K801] the item that would be one too many is refused, and so is the character', () => {
    const list = Array.from({ length: 10_000 }, () => 0);
    // Two texts in their quotes.
    const text = 'x'.repeat(1_048_576 - 4);
    const grow = (state: JsonObject, changes: Changes) =>
      play({ state, nodes: [set('w', changes)] }).start().state.error?.code;
    expect(grow({ list: list.slice(1) }, { append: { list: 0 } })).toBeUndefined();
    expect(grow({ list }, { append: { list: 0 } })).toBe('STATE_TOO_LARGE');
    expect(grow({ a: '', b: '' }, { set: { a: text } })).toBeUndefined();
    expect(grow({ a: '', b: 'x' }, { set: { a: text } })).toBe('STATE_TOO_LARGE');
    expect(grow({ list: [], text }, { append: { list: 'x' } })).toBe('STATE_TOO_LARGE');
  });

  it('[K802] increments and appends of branches that run at the same time are all there, in the order of the journal', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 5 }),
        fc.boolean(),
        (order, passes) => {
          const names = ['a', 'b', 'c', 'd', 'e'];
          const run = play({
            state: { count: 0, who: [] },
            policy: { schedule: passes ? 'superstep' : 'eager' },
            nodes: names.flatMap((name) => [
              step(name),
              set(`w_${name}`, {
                increment: { count: `\${${name}.output}` },
                append: { who: name },
              }),
            ]),
            edges: names.map((name) => edge(`${name} -> w_${name}`)),
          }).start();
          order.forEach((name, i) => run.complete(name, { value: i + 1 }));
          expect(stateOf(run)).toEqual({ count: 15, who: passes ? names : order });
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('reading', () => {
  it('[K803] under superstep writes are seen when the pass ends, by its edges and by the next pass', () => {
    const run = play({
      state: { n: 0, list: [] },
      policy: { schedule: 'superstep' },
      nodes: [
        set('w1', { increment: { n: 1 }, append: { list: 'w1' } }),
        read('r1', '${state.n}'),
        set('w2', { increment: { n: 1 }, append: { list: '${state.n}' } }),
        read('r2', ['${state.n}', '${state.list}']),
      ],
      edges: [edge('w1 -> r2', { when: { left: '${state.n}', op: 'eq', right: 2 } })],
    }).start();
    expect(run.output('r1')).toBe(0);
    expect(run.output('r2')).toEqual([2, ['w1', 0]]);
  });

  it('[K803] under eager writes are seen at once', () => {
    const run = play({
      state: { n: 0 },
      nodes: [set('w1', { increment: { n: 1 } }), read('r1', '${state.n}')],
      edges: [],
    }).start();
    expect(run.output('r1')).toBe(1);
  });

  it('[K804] a retried activation sees the state that it first saw', () => {
    const run = play({
      state: { n: 0 },
      nodes: [
        step('f', {
          config: { name: 'f', args: '${state.n}' },
          retry: { attempts: 2, backoffMs: 1 },
        }),
        step('g'),
        set('w', { increment: { n: 1 } }),
      ],
      edges: [edge('g -> w')],
    }).start();
    expect(run.execution('f').config).toMatchObject({ args: 0 });
    run.complete('g');
    expect(stateOf(run)).toEqual({ n: 1 });
    run.fail('f', { retry: 'later' }).fireTimer();
    expect(run.execution('f').config).toMatchObject({ args: 0 });
  });

  it('[K805] a node that lacks a value of the state pends on it, and is tried when it is written', () => {
    for (const schedule of ['eager', 'superstep'] as const) {
      const run = play({
        state: { found: {}, other: 0 },
        policy: { onUnresolved: 'pend', schedule },
        nodes: [
          step('late', { config: { name: 'f', args: '${state.found.id}' } }),
          step('a'),
          set('w', { increment: { other: 1 } }),
          step('b'),
          set('w2', { set: { found: { id: 7 } } }),
        ],
        edges: [edge('a -> w'), edge('w -> b'), edge('b -> w2')],
      }).start();
      run.complete('a');
      expect(run.running()).toEqual(['b#1']);
      run.complete('b');
      expect(run.execution('late').config).toMatchObject({ args: 7 });
    }
  });

  it('[K806] expressions and conditions read it; a node called "state" is still read as a node', () => {
    const run = play({
      state: { list: [1, 2], text: 'x' },
      nodes: [
        read('state', 'node'),
        read(
          'r',
          '${= [state.list.length, state.list[-1], state.list, state.text, state.output] }',
        ),
        {
          id: 'if',
          type: 'if',
          config: { condition: { left: '${state.text}', op: 'eq', right: 'x' } },
        },
      ],
      edges: [edge('state -> r'), edge('r -> if')],
    }).start();
    expect(run.output('r')).toEqual([2, 2, [1, 2], 'x', 'node']);
    expect(run.derived.findLast(({ type }) => type === 'activation.completed')).toMatchObject({
      ports: ['true'],
    });
  });

  it('[K807] explain names who wrote last what a node reads, and what a set node changed', () => {
    const run = play({
      state: { n: 0, same: 1 },
      nodes: [set('w', { increment: { n: 1 } }), read('r', ['${state.n}', '${state.same}'])],
      edges: [edge('w -> r')],
    }).start();
    const told = explain(run.graph, run.journal, 'r');
    expect(told?.state).toEqual([
      { name: 'n', value: 1, writer: { node: 'w', activation: 1 } },
      { name: 'same', value: 1 },
    ]);
    expect(told?.words).toContain('It reads the state "n", which is 1, last written by "w" #1.');
    const all = play({
      state: { n: 0, same: 1 },
      nodes: [set('w', { increment: { n: 1 } }), read('r', ['${state}', '${state.n}'])],
      edges: [edge('w -> r')],
    }).start();
    expect(explain(all.graph, all.journal, 'r')?.state).toEqual(told?.state);
    const writer = explain(run.graph, run.journal, 'w');
    expect(writer?.words).toContain('Activation 1 changed the state: increment "n".');
  });
});

describe('checks', () => {
  const problems = (workflow: Partial<Workflow>) =>
    compileGraph({ skein: 1, nodes: [], ...workflow }).diagnostics.map(
      ({ code, severity, pointer }) => `${severity} ${code} ${pointer}`,
    );

  it('[K808] a name that is not declared is an error, in references, expressions, conditions and set nodes', () => {
    expect(
      problems({
        state: { count: 0 },
        nodes: [
          set('w', { increment: { cuont: 1 }, remove: ['x'] }),
          read('r', ['${state.a}', '${= state.b + 1 }', '${state.count}', '${state}']),
        ],
        edges: [{ from: 'w', to: 'r', when: '${state.c}' }],
      }),
    ).toEqual([
      'error UNKNOWN_STATE /nodes/1/config/value',
      'error UNKNOWN_STATE /nodes/1/config/value',
      'error UNKNOWN_STATE /edges/0/when',
      'error UNKNOWN_STATE /nodes/0/config/increment/cuont',
      'error UNKNOWN_STATE /nodes/0/config/remove/0',
    ]);
  });

  it('[K808] too many names, taken names and values that are too large are errors', () => {
    const nodes = [read('r', 1)];
    const names = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`n${i}`, i]));
    const list = Array.from({ length: 10_001 }, () => 0);
    expect(problems({ nodes, state: names })).toEqual(['error BAD_STATE /state']);
    expect(problems({ nodes, state: { output: 1 } })).toEqual(['error BAD_STATE /state/output']);
    expect(problems({ nodes, state: { list } })).toEqual(['error BAD_STATE /state/list']);
    expect(problems({ nodes, state: { a: 'x'.repeat(1_048_577) } })).toEqual([
      'error BAD_STATE /state',
    ]);
  });
});

describe('all outputs of a node', () => {
  const loop = (reader: Json) =>
    play({
      policy: { maxSteps: 10_000 },
      nodes: [step('h', { join: 'any' }), { ...read('r', reader), join: 'each' }],
      edges: [edge('h.again => h'), edge('h -> r')],
    }).start();

  it('[K809] ${node.outputs} is the list of its results over all rounds, also in expressions', () => {
    const run = loop({
      list: '${h.outputs}',
      sum: '${= h.outputs.sum() }',
      old: '${h.outputs[0]}',
    });
    for (let i = 1; i <= 9; i++) run.complete('h', { value: i, ports: { again: i } });
    run.complete('h', { value: 10 });
    expect(run.output('r')).toEqual({ list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], sum: 55, old: 6 });
    expect(runView(run.graph, run.state)['outputs']).toMatchObject({ h: { length: 5 } });
  });

  it('[K809] it is empty before the first, and has the newest thousand', () => {
    const empty = play({ nodes: [read('r', '${other.outputs}'), step('other')] }).start();
    expect(empty.output('r')).toEqual([]);
    const graph = compileGraph({
      skein: 1,
      nodes: [read('a', 1), read('b', '${a.outputs}')],
    }).graph;
    expect(graph?.nodes.map(({ keeps }) => keeps)).toEqual([1000, 5]);
  });
});
