// Goal: what a node returns decides its output and which edges fire with which values.
import type { Json, NodeResult } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step } from './play.ts';

/** One target per port of `n`; what arrived at each, and `nothing` where the token had no value. */
function outcome(result: NodeResult) {
  const run = play({
    nodes: [step('n'), ...['output', 'a', 'b', 'error', '__proto__'].map((id) => step(`to_${id}`))],
    edges: [
      edge('n -> to_output'),
      edge('n.a -> to_a'),
      edge('n.b -> to_b'),
      edge('n.error -> to_error'),
      edge('n.__proto__ -> to___proto__'),
    ],
  }).start();
  run.complete('n', result);
  const fired = run.running().map((name) => {
    const { node, inputs } = run.execution(name.split('#')[0] ?? '');
    const value: Json = Object.hasOwn(inputs, 'input') ? (inputs.input as Json) : 'nothing';
    return [node.slice(3), value] as const;
  });
  return { output: run.output('n'), fired: new Map(fired), status: run.state.status };
}

const own = JSON.parse('{"__proto__": 7}') as { [port: string]: Json };

const rows: readonly (readonly [
  string,
  NodeResult,
  { readonly output?: Json; readonly fired: readonly (readonly [string, Json])[] },
])[] = [
  ['nothing: output fires without a value', {}, { fired: [['output', 'nothing']] }],
  ['a value: output fires with it', { value: 1 }, { output: 1, fired: [['output', 1]] }],
  ['null is a value', { value: null }, { output: null, fired: [['output', null]] }],
  [
    'ports carry values of their own',
    { value: 1, ports: { a: 2, b: 3 } },
    {
      output: 1,
      fired: [
        ['a', 2],
        ['b', 3],
      ],
    },
  ],
  ['ports without a value record none', { ports: { a: 2 } }, { fired: [['a', 2]] }],
  [
    'a port may fire without a value',
    { value: 1, ports: { a: undefined } },
    { output: 1, fired: [['a', 'nothing']] },
  ],
  ['no ports: nothing fires', { value: 1, ports: {} }, { output: 1, fired: [] }],
  ['a port that leads nowhere', { value: 1, ports: { nowhere: 1 } }, { output: 1, fired: [] }],
  [
    'a star fires every connected port but error',
    { ports: { '*': 4 } },
    {
      fired: [
        ['output', 4],
        ['a', 4],
        ['b', 4],
        ['__proto__', 4],
      ],
    },
  ],
  [
    'a port named beside a star has its own value',
    { ports: { '*': 4, b: 5, error: 6 } },
    {
      fired: [
        ['output', 4],
        ['a', 4],
        ['b', 5],
        ['error', 6],
        ['__proto__', 4],
      ],
    },
  ],
  ['a port called __proto__', { ports: own }, { fired: [['__proto__', 7]] }],
];

describe('what a node returns', () => {
  it.each(rows)('[K20] %s', (_name, result, { output, fired }) => {
    const found = outcome(result);
    expect(found.output).toEqual(output);
    expect(found.fired).toEqual(new Map(fired));
    expect(found.status).toBe(fired.length > 0 ? 'running' : 'completed');
  });

  it('[K20][K101] stop keeps the value, fires nothing, and ends the run with that output', () => {
    const run = play({
      nodes: [step('n'), step('other'), step('to')],
      edges: [edge('n -> to')],
      entry: ['n', 'other'],
    }).start();
    run.complete('n', { value: 1, ports: { output: 2 }, stop: { reason: 'enough' } });
    expect(run.output('n')).toBe(1);
    expect(run.effects).toEqual([
      { type: 'cancel', what: { kind: 'execute', node: 'other', activation: 1 } },
      { type: 'finish', status: 'stopped', output: 1 },
    ]);
    expect(run.state.stopReason).toBe('enough');
    const completed = run.derived.find(({ type }) => type === 'activation.completed');
    expect(completed).toMatchObject({ node: 'n', value: 1, ports: [] });
  });

  it('[K20] an edge fires when its port fired and its condition holds on the value of the port', () => {
    const when = { left: '${previous.size}', op: 'gt', right: 1 };
    const run = play({
      nodes: [step('n'), step('a'), step('b')],
      edges: [edge('n.a -> a', { when }), edge('n.b -> b', { when })],
    }).start();
    run.complete('n', { value: { size: 9 }, ports: { a: { size: 1 }, b: { size: 2 } } });
    expect(run.running()).toEqual(['b#1']);
  });

  it('[K20] an edge condition reads the output that was just recorded', () => {
    const run = play({
      nodes: [step('n'), step('a')],
      edges: [edge('n.a -> a', { when: { left: '${n.output}', op: 'eq', right: 'new' } })],
    }).start();
    run.complete('n', { value: 'new', ports: { a: 1 } });
    expect(run.running()).toEqual(['a#1']);
  });

  it('[K20] the newest outputs are kept, as many as the window says', () => {
    const run = play({
      policy: { window: 2 },
      nodes: [step('n'), step('reader', { config: { name: 'any', args: '${n.outputs[-2]}' } })],
      edges: [edge('n.again => n'), edge('n.done -> reader')],
    }).start();
    for (const value of [1, 2, 3]) run.complete('n', { value, ports: { again: 1 } });
    run.complete('n', { value: 4, ports: { done: 1 } });
    expect(run.outputs('n')).toEqual([3, 4]);
    expect(run.execution('reader').config).toEqual({ name: 'any', args: 3 });
  });
});
