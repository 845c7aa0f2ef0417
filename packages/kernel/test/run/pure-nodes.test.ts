// Goal: what the kernel can compute itself is computed at once, takes no slot, and never blocks the event loop.
import type { Effect, Json, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { drive } from './drive.ts';
import { edge, play, step } from './play.ts';

const isBig = { left: '${trigger}', op: 'gt', right: 10 };
const isOdd = { left: '${trigger}', op: 'in', right: [1, 3, 11] };
const cases = [
  { name: 'big', when: isBig },
  { name: 'odd', when: isOdd },
];

interface Row {
  readonly title: string;
  readonly node: Omit<WorkflowNode, 'id'>;
  readonly input?: Json;
  /** Ports that fire, each with the value on its token; one `sink` is connected to each. */
  readonly ports: readonly string[];
  readonly fires: { readonly [port: string]: Json };
  readonly output?: Json;
}

const rows: readonly Row[] = [
  {
    title: '[K17] start passes the input on',
    node: { type: 'start' },
    input: 5,
    ports: ['output'],
    fires: { output: 5 },
    output: 5,
  },
  {
    title: '[K17] transform gives its resolved value',
    node: { type: 'transform', config: { value: { twice: ['${trigger}', 'is ${trigger}'] } } },
    input: 5,
    ports: ['output'],
    fires: { output: { twice: [5, 'is 5'] } },
    output: { twice: [5, 'is 5'] },
  },
  {
    title: '[K17] if that holds passes its input on by true',
    node: { type: 'if', config: { condition: isBig } },
    input: 11,
    ports: ['true', 'false'],
    fires: { true: 11 },
    output: 11,
  },
  {
    title: '[K17] if that does not hold passes its input on by false',
    node: { type: 'if', config: { condition: isBig } },
    input: 9,
    ports: ['true', 'false'],
    fires: { false: 9 },
    output: 9,
  },
  {
    title: '[K17] switch takes the first case that holds',
    node: { type: 'switch', config: { cases } },
    input: 11,
    ports: ['big', 'odd', 'default'],
    fires: { big: 11 },
    output: 11,
  },
  {
    title: '[K17] switch with first false takes every case that holds',
    node: { type: 'switch', config: { cases, first: false } },
    input: 11,
    ports: ['big', 'odd', 'default'],
    fires: { big: 11, odd: 11 },
    output: 11,
  },
  {
    title: '[K17] switch takes default when no case holds',
    node: { type: 'switch', config: { cases, first: false } },
    input: 2,
    ports: ['big', 'odd', 'default'],
    fires: { default: 2 },
    output: 2,
  },
  {
    title: '[K17] join with the one port input gives its value',
    node: { type: 'join' },
    input: 5,
    ports: ['output'],
    fires: { output: 5 },
    output: 5,
  },
];

describe('pure nodes', () => {
  it.each(rows)('$title', ({ node, input, ports, fires, output }) => {
    const run = play({
      nodes: [
        { id: 'in', type: 'start' },
        { id: 'n', ...node },
        ...ports.map((port) => ({
          id: `sink_${port}`,
          type: 'transform',
          config: { value: '${previous}' },
        })),
      ],
      edges: [edge('in -> n'), ...ports.map((port) => edge(`n.${port} -> sink_${port}`))],
    }).start(input);
    expect(run.effects.map(({ type }) => type)).toEqual(['finish']);
    expect(run.output('n')).toEqual(output);
    const fired = ports.filter((port) => run.count(`sink_${port}`) > 0);
    expect(Object.fromEntries(fired.map((port) => [port, run.output(`sink_${port}`)]))).toEqual(
      fires,
    );
  });

  it('[K17] join gives an object by port when there is any other port', () => {
    const run = play({
      nodes: [
        { id: 'in', type: 'start' },
        { id: 'one', type: 'join' },
        { id: 'j', type: 'join' },
      ],
      edges: [edge('in -> one.only'), edge('in -> j.a'), edge('one -> j.input')],
    }).start(5);
    expect(run.output('one')).toEqual({ only: 5 });
    expect(run.output('j')).toEqual({ a: 5, input: { only: 5 } });
  });

  it('[K17] stop ends the run stopped, with its resolved reason', () => {
    const run = play({
      nodes: [
        { id: 'in', type: 'start' },
        { id: 'n', type: 'stop', config: { reason: 'too ${trigger}' } },
      ],
      edges: [edge('in -> n')],
    }).start('big');
    expect(run.effects).toEqual([{ type: 'finish', status: 'stopped' }]);
    expect(run.state.stopReason).toBe('too big');
  });

  it.each([
    ['its input', {}, 5, 5],
    ['its value', { value: { is: '${trigger}' } }, 5, { is: 5 }],
    ['null, when that is its value', { value: null }, 5, null],
    ['nothing, when nothing entered', {}, undefined, undefined],
  ])('[K17] [K78] end ends the run with %s', (_name, config, input, output) => {
    const run = play({
      nodes: [
        { id: 'in', type: 'start' },
        { id: 'other', type: 'transform', config: { value: 'other' } },
        { id: 'n', type: 'end', config },
      ],
      edges: [edge('in -> other'), edge('in -> n')],
    }).start(input);
    const finish: Effect = {
      type: 'finish',
      status: 'completed',
      ...(output === undefined ? {} : { output }),
    };
    expect(run.effects).toEqual([finish]);
    expect(run.state.output).toEqual(output);
  });

  it('[K17] they take no slot: beside a function that has the only one, they continue', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [
        step('f'),
        { id: 't', type: 'start' },
        { id: 'u', type: 'transform', config: { value: 1 } },
        { id: 'i', type: 'if', config: { condition: true } },
        { id: 'j', type: 'join' },
      ],
      entry: ['f', 't'],
      edges: [edge('t -> u'), edge('u -> i'), edge('i.true -> j.i'), edge('t -> j.t')],
    }).start('x');
    expect(run.running()).toEqual(['f#1']);
    expect(run.output('j')).toEqual({ i: 1, t: 'x' });
  });
});

describe('a limit', () => {
  it.each(['eager', 'superstep'] as const)(
    '[K17] [K52] that a pure node reaches is dealt with in the batch that computed it (%s)',
    (schedule) => {
      const run = play({
        policy: { schedule, maxRepeats: 2 },
        entry: ['s'],
        nodes: [step('s'), { id: 't', type: 'transform', config: { value: 1 } }],
        edges: [edge('s -> t'), edge('s => s')],
      }).start();
      run.complete('s', {});
      expect(run.state.status).toBe('running');
      run.complete('s', {});
      expect(run.state.error).toMatchObject({ code: 'LIMIT_REACHED', node: 't', activation: 2 });
    },
  );
});

const transforms = (count: number): WorkflowNode[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    type: 'transform',
    config: { value: index },
  }));

describe('many pure nodes', () => {
  it('[K17] a chain of 100,000 runs in batches of 1,000 and ends', () => {
    const nodes = transforms(100_000);
    const edges = nodes.slice(1).map(({ id }, index) => ({ from: `t${index}`, to: id }));
    const { state, batches, effects } = drive({ nodes, edges });
    expect(batches).toEqual(Array.from({ length: 100 }, () => 1000));
    expect(effects).toEqual([{ type: 'finish', status: 'completed', output: 99_999 }]);
    expect(state.steps).toBe(100_000);
  });

  it.each(['eager', 'superstep'] as const)(
    '[K17] a fan-out of 5,000 and its join run in batches of 1,000 and end (%s)',
    (schedule) => {
      const fan = transforms(5_000);
      const { state, batches } = drive({
        policy: { schedule },
        nodes: [{ id: 's', type: 'start' }, ...fan, { id: 'j', type: 'join' }],
        edges: fan.flatMap(({ id }) => [
          { from: 's', to: id },
          { from: id, to: 'j', in: id },
        ]),
      });
      expect(batches).toEqual([1000, 1000, 1000, 1000, 1000, 2]);
      expect(state.status).toBe('completed');
      expect(Object.keys(state.output as object)).toHaveLength(5_000);
    },
  );

  it('[K17] joins that settle all at once because a branch died are cut into batches too', () => {
    const joins = Array.from({ length: 2_500 }, (_, index) => ({ id: `j${index}`, type: 'join' }));
    const run = play({
      nodes: [step('s'), step('k'), ...joins],
      edges: joins.flatMap(({ id }) => [
        edge(`s.a -> ${id}.a`),
        edge(`k.b -> ${id}.b`, { id: `k ${id}` }),
      ]),
      entry: ['s', 'k'],
    }).start();
    run.complete('s', { ports: { a: 1 } });
    expect(run.effects).toEqual([]);
    run.complete('k', { ports: {} });
    expect(run.effects).toEqual([{ type: 'continue' }]);
    expect(run.state.status).toBe('running');
    run.send({ type: 'run.continued' });
    expect(run.effects).toEqual([{ type: 'continue' }]);
    run.send({ type: 'run.continued' });
    expect(run.effects.map(({ type }) => type)).toEqual(['finish']);
  });

  it('[K17] what the gate let through is cut into batches too', () => {
    const fan = transforms(2_500);
    const run = play({
      policy: { whileWaiting: 'hold' },
      nodes: [step('s'), { id: 'w', type: 'input', config: { prompt: '?' } }, ...fan],
      edges: fan.map(({ id }) => edge(`s -> ${id}`)),
      entry: ['s', 'w'],
    }).start();
    run.complete('s');
    expect(run.state.gate.queue).toHaveLength(2_500);
    run.answer('w', 'yes');
    expect(run.effects).toEqual([{ type: 'continue' }]);
    run.send({ type: 'run.continued' }).send({ type: 'run.continued' });
    expect(run.state.status).toBe('completed');
    expect(run.count('t2499')).toBe(1);
  });

  it('[K17] a batch that is cut short shows the run running, and starts what has a slot', () => {
    const chain = transforms(1_500);
    const run = play({
      nodes: [{ id: 's', type: 'start' }, step('f'), ...chain],
      edges: [
        edge('s -> f'),
        edge('s -> t0'),
        ...chain.slice(1).map(({ id }, index) => edge(`t${index} -> ${id}`)),
      ],
    }).start();
    expect(run.effects.map(({ type }) => type)).toEqual(['execute', 'continue']);
    expect(run.state.status).toBe('running');
    run.complete('f');
    expect(run.count('t1499')).toBe(1);
    expect(run.state.status).toBe('completed');
  });

  it('[K17] a failure that is handled while a batch is cut short keeps its token', () => {
    const chain = transforms(1_500);
    const run = play({
      nodes: [
        { id: 's', type: 'start' },
        step('f', { config: { name: 'any', args: '${later.output}' } }),
        step('later'),
        step('help'),
        ...chain,
      ],
      edges: [
        edge('s -> f'),
        edge('s -> t0'),
        edge('f.error -> help'),
        edge('help -> later'),
        ...chain.slice(1).map(({ id }, index) => edge(`t${index} -> ${id}`)),
      ],
    }).start();
    expect(run.effects.map(({ type }) => type)).toEqual(['continue']);
    run.send({ type: 'run.continued' });
    expect(run.running()).toEqual(['help#1']);
  });
});
