import type { Json, NodeResult } from '@skein/kernel';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const one = buildWorkflow({ nodes: [task('a', { retry: { attempts: 3 } })] });

function nested(levels: number): Json {
  let value: Json = 'inside';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function cyclic(): Json {
  const value: { self?: Json } = {};
  value.self = value as Json;
  return value as Json;
}

/** A value of 40 levels in which each holds the next one twice: a million million leaves on a walk. */
function doubling(): Json {
  let value: Json = 1;
  for (let level = 0; level < 40; level++) value = [value, value];
  return value;
}

// What no type would allow, and functions in plain JavaScript give back all the same.
const wrong = (value: unknown) => value as NodeResult;

const hostile: readonly [title: string, returned: () => NodeResult, complaint: RegExp][] = [
  ['NaN', () => ({ value: Number.NaN }), /^value is NaN\./],
  ['Infinity', () => ({ value: { a: [1, Infinity] } }), /^value\.a\[1\] is Infinity\./],
  [
    'undefined inside',
    () => wrong({ value: { list: [{ x: undefined }] } }),
    /value\.list\[0\]\.x is undefined/,
  ],
  ['a hole in a list', () => wrong({ value: Array(3) }), /value\[0\] is undefined/],
  ['a function', () => wrong({ value: { f: () => 1 } }), /value\.f is a function/],
  ['a bigint', () => wrong({ value: [1n] }), /value\[0\] is a bigint/],
  ['a symbol', () => wrong({ value: Symbol('x') }), /value is a symbol/],
  [
    'a date',
    () => wrong({ value: { at: new Date(0) } }),
    /value\.at is an object of the class Date/,
  ],
  ['a map', () => wrong({ value: new Map() }), /value is an object of the class Map/],
  ['a cycle', () => ({ value: cyclic() }), /nested deeper than 200 levels, or contains itself/],
  ['10,000 levels', () => ({ value: nested(10_000) }), /nested deeper than 200 levels/],
  ['a value that doubles', () => ({ value: doubling() }), /more than 10000000 values/],
  ['a bad port', () => wrong({ ports: { out: [undefined] } }), /ports\.out\[0\] is undefined/],
  ['ports that are a list', () => wrong({ ports: [] }), /ports is not an object/],
  ['a bare value', () => wrong('text'), /gave back a string instead of \{ value/],
  ['a bare list', () => wrong([1]), /gave back a list instead/],
  ['an unknown key', () => wrong({ answer: 42 }), /the key "answer"/],
  [
    'a message without a role',
    () => wrong({ context: { append: [{ content: 'x' }] } }),
    /context\.append/,
  ],
  ['settings that are a text', () => wrong({ context: { set: 'x' } }), /context\.set/],
  ['a stop without a reason', () => wrong({ stop: true }), /stop is not an object/],
];

describeEngine('hostile values', (make) => {
  it.each(hostile)('[E13] a result with %s fails its node', async (_, returned, complaint) => {
    const { run, engine } = await make({ task: returned });
    const done = await run(one);
    expect(done.status).toBe('failed');
    expect(done.error?.code).toBe('BAD_RESULT');
    expect(done.error?.message).toMatch(complaint);
    // Another attempt would give back the same.
    expect(await engine.runs.journal(done.id)).toHaveLength(2);
  });

  it('[E13] 200 levels, shared parts and odd keys are fine', async () => {
    const shared = { deep: nested(190) };
    const odd: Json = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "": 3}') as Json;
    const { run } = await make({ task: () => ({ value: [shared, shared, odd] }) });
    const done = await run(one);
    expect(done.status).toBe('completed');
    expect(JSON.stringify(done.output)).toContain('"__proto__":{"x":1}');
  });

  it('[E13] an object without a prototype is a plain object', async () => {
    const bare = Object.assign(Object.create(null) as { [key: string]: Json }, { x: 1 });
    const { run } = await make({ task: () => ({ value: bare }) });
    expect((await run(one)).output).toEqual({ x: 1 });
  });

  it('[E13] a port without a value fires with null', async () => {
    const { run } = await make({
      tasks: {
        a: () => ({ ports: { left: undefined } }),
        b: ({ previous }) => ({ value: [previous ?? 'none'] }),
      },
    });
    const done = await run(
      buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a.left -> b'] }),
    );
    expect(done).toMatchObject({ status: 'completed', nodes: { b: { status: 'completed' } } });
  });

  it('[E13] a function that returns nothing has no value', async () => {
    const { run } = await make({ task: () => undefined as unknown as NodeResult });
    expect(await run(one)).toMatchObject({ status: 'completed', output: null, outputs: {} });
  });

  it('[E13] a step with a bad result throws inside the function', async () => {
    const { run } = await make({
      task: async (_, io) => ({ value: await io.step('bad', () => cyclic()) }),
    });
    const done = await run(one);
    expect(done.error).toMatchObject({ code: 'BAD_RESULT' });
    expect(done.error?.message).toMatch(/^bad#1: value\.self.*contains itself/);
  });

  it('[E13] a foreign promise that calls back twice counts once', async () => {
    const thenable = {
      // oxlint-disable-next-line unicorn/no-thenable -- A thenable is what is tested.
      then(resolve: (value: NodeResult) => void) {
        resolve({ value: 1 });
        resolve({ value: 2 });
      },
    };
    const { run } = await make({ task: () => thenable as unknown as Promise<NodeResult> });
    expect((await run(one)).output).toBe(1);
  });

  it('[E14] an input that is no JSON is refused before the run starts', async () => {
    const { start, engine } = await make();
    const input = { at: new Date(0) } as unknown as Json;
    await expect(start(one, { input })).rejects.toMatchObject({
      code: 'BAD_VALUE',
      message: expect.stringContaining('input.at is an object of the class Date'),
    });
    expect((await engine.runs.list()).items).toEqual([]);
  });

  it('[E14] an answer or an event that is no JSON is refused', async () => {
    const { start, engine, settle } = await make();
    const id = await start(buildWorkflow({ nodes: [{ id: 'ask', type: 'input' }] }));
    await settle();
    const answering = engine.waits.answer({ run: id }, nested(300));
    await expect(answering).rejects.toMatchObject({ code: 'BAD_VALUE' });
    const sending = engine.events.send('x', Number.NaN);
    await expect(sending).rejects.toMatchObject({ code: 'BAD_VALUE' });
    expect((await engine.runs.get(id)).waits).toHaveLength(1);
  });

  it('[E15] an input that does not fit the schema of the start node is refused before the run starts', async () => {
    const { start, run, engine } = await make();
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const workflow = buildWorkflow({ nodes: [{ id: 'in', type: 'start', config: { schema } }] });
    for (const options of [{}, { input: 3 }, { input: { name: 5 } }]) {
      await expect(start(workflow, options)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    expect((await engine.runs.list()).items).toEqual([]);
    expect((await run(workflow, { input: { name: 'Ada' } })).status).toBe('completed');
  });

  it('[E2700] an input has the format that the schema names, in a child run too', async () => {
    const { start, run, engine } = await make();
    const schema = { properties: { to: { format: 'email' }, on: { format: 'date' } } };
    const workflow = buildWorkflow({ nodes: [{ id: 'in', type: 'start', config: { schema } }] });
    const refused = start(workflow, { input: { to: 'nobody', on: '2026-02-30' } });
    await expect(refused).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: {
        complaints: ['/to must be an e-mail address', '/on must be a date such as 2026-03-31'],
      },
    });
    expect((await engine.runs.list()).items).toEqual([]);
    // Plain JSON, as every definition.
    const config = { workflow: workflow as object as Json, input: { to: '${trigger}' } };
    const parent = buildWorkflow({ nodes: [{ id: 'child', type: 'subworkflow', config }] });
    const failed = await run(parent, { input: 'nobody' });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'INPUT_INVALID' } });
    expect((await run(parent, { input: 'ada@example.com' })).status).toBe('completed');
  });
});
