import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '@skein/kernel';
import { nativeNodeTypes, port, registeredFunction, type RegisteredFunction } from '@skein/agents';
import { failureOf, fakeNodeIo, nodeCall } from './fake-node-io.ts';

const functions = new Map<string, RegisteredFunction>([
  ['echo', { run: (args) => args as JsonObject }],
  ['nothing', { run: () => undefined }],
  ['throws', { run: () => Promise.reject(new Error('disk full')) }],
  [
    'typed',
    registeredFunction({
      args: z.object({ count: z.number(), unit: z.string().default('kg') }),
      run: ({ count, unit }) => `${count} ${unit}`,
    }),
  ],
  [
    'lazy',
    registeredFunction({
      args: (zod) => zod.object({ count: zod.number() }),
      run: ({ count }) => count.toFixed(1),
    }),
  ],
  [
    'split',
    { ports: ['left', 'right'], run: (args) => (args === 'both' ? both() : port('left', 1)) },
  ],
  ['astray', { ports: ['left'], run: () => port('right', 1) }],
  ['silent', { ports: ['left'], run: () => 5 }],
  ['sometimes', { ports: ['output', 'late'], run: () => 5 }],
  ['portless', { run: () => port('left', 1) }],
  ['signal', { ports: ['left'], run: () => port('left') }],
  ['list', { run: () => [1, 2] }],
  ['where', { run: (_args, io, call) => `${call.node}#${call.attempt} ${io.idempotencyKey}` }],
]);
const both = () => [port('left', 1), port('right', { x: 2 })];
const type = nativeNodeTypes({ functions }).get('function')!;

const run = (config: JsonObject, inputs: JsonObject = {}) =>
  type.run!(nodeCall({ config, inputs, attempt: 2 }), fakeNodeIo());

describe('function', () => {
  it.each<[string, JsonObject, JsonObject, unknown]>([
    ['args', { name: 'echo', args: { a: 1 } }, { input: 9 }, { value: { a: 1 } }],
    ['its inputs by default', { name: 'echo' }, { input: 9 }, { value: { input: 9 } }],
    ['null as given', { name: 'echo', args: null }, { input: 9 }, { value: null }],
    ['no value', { name: 'nothing' }, {}, {}],
    ['a list of plain values', { name: 'list' }, {}, { value: [1, 2] }],
    ['call and io', { name: 'where' }, {}, { value: 'node#2 run/node/1' }],
  ])('[A4] %s', async (_title, config, inputs, result) => {
    expect(await run(config, inputs)).toEqual(result);
  });

  it('[A4] a plain value comes back in the same tick', () => {
    expect(run({ name: 'echo', args: 1 })).toEqual({ value: 1 });
  });

  it('[A4] an error of the function goes out as it is', async () => {
    expect(await failureOf(() => run({ name: 'throws' }))).toEqual(new Error('disk full'));
  });

  it('[A2] needs a name', async () => {
    expect(await failureOf(() => run({ name: 7 }))).toEqual({
      code: 'BAD_CONFIG',
      message:
        'The config of node "node" (function) is invalid: "name" must be the name of a registered function.',
      retry: 'never',
      data: { node: 'node', keys: ['name'] },
    });
  });

  it.each([
    ['eco', 'Did you mean "echo"?'],
    ['TYPED', 'Did you mean "typed"?'],
    ['constructor', expect.stringMatching(/^Register it, or use one of: astray, echo, /)],
    ['x'.repeat(200), expect.stringMatching(/^Register it/)],
  ])('[A5] a name that no one registered: %s', async (name, hint) => {
    expect(await failureOf(() => run({ name }))).toEqual({
      code: 'FUNCTION_NOT_FOUND',
      message: `Function not found: ${name}`,
      retry: 'never',
      data: { name, hint },
    });
  });

  it('[A5] an empty registry is not a crash', async () => {
    const empty = nativeNodeTypes({ functions: new Map() }).get('function')!;
    const failing = () => empty.run!(nodeCall({ config: { name: 'x' } }), fakeNodeIo());
    expect(await failureOf(failing)).toMatchObject({
      data: { hint: expect.stringContaining('none yet') },
    });
  });

  it('[A6] parses its arguments', async () => {
    expect(await run({ name: 'typed', args: { count: 2 } })).toEqual({ value: '2 kg' });
    expect(await run({ name: 'lazy', args: { count: 2 } })).toEqual({ value: '2.0' });
    expect(await run({ name: 'lazy', args: { count: 3 } })).toEqual({ value: '3.0' });
    expect(await failureOf(() => run({ name: 'typed', args: { count: '2', unit: 5 } }))).toEqual({
      code: 'FUNCTION_ARGS_INVALID',
      message: expect.stringMatching(
        /^The arguments of function "typed" are invalid: "count": .*; "unit": /,
      ),
      retry: 'never',
      data: { name: 'typed' },
    });
    const failure = await failureOf(() => run({ name: 'typed', args: 'text' }));
    expect(failure).toMatchObject({ message: expect.stringContaining('expected object') });
  });

  it('[A6] the schema gives the arguments their type', () => {
    const { args } = registeredFunction({
      args: (zod) => zod.object({ count: zod.number() }),
      // @ts-expect-error: a number has no such property.
      run: ({ count }) => count.nonsense,
    });
    expect(args).toBeTypeOf('function');
  });

  it.each<[string, JsonObject, unknown]>([
    ['one port', { name: 'split' }, { value: 1, ports: { left: 1 } }],
    [
      'several ports',
      { name: 'split', args: 'both' },
      { value: { left: 1, right: { x: 2 } }, ports: { left: 1, right: { x: 2 } } },
    ],
    ['a port without a value', { name: 'signal' }, { value: null, ports: { left: null } }],
    ['a plain value on output, if declared', { name: 'sometimes' }, { value: 5 }],
  ])('[A7] %s', async (_title, config, result) => {
    expect(await run(config)).toEqual(result);
  });

  it.each([
    ['astray', 'right', 'left'],
    ['silent', 'output', 'left'],
    ['portless', 'left', 'output'],
  ])('[A8] %s fires a port that it does not declare', async (name, fired, declared) => {
    expect(await failureOf(() => run({ name }))).toEqual({
      code: 'FUNCTION_PORT_UNKNOWN',
      message: `Function "${name}" fired the port "${fired}", which it does not declare. Declared: ${declared}.`,
      retry: 'never',
      data: { name, port: fired },
    });
  });

  it('[A8] the kind knows the ports of the function', () => {
    const { ports } = type.kind;
    const portsOf = (config: JsonObject) => (typeof ports === 'function' ? ports(config) : ports);
    expect(portsOf({ name: 'split' })).toEqual(['left', 'right']);
    expect(portsOf({ name: 'echo' })).toEqual(['output']);
    expect(portsOf({ name: '${previous}' })).toBe('any');
    expect(portsOf({})).toBe('any');
  });
});
