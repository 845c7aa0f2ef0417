import { describe, expect, it } from 'vitest';
import type { Json } from '@skein/kernel';
import type { NodeCall } from '@skein/ports';
import { builtinFunctions, nativeNodeTypes } from '@skein/agents';
import { fakeClock } from './fake-clock.ts';
import { failureOf, fakeNodeIo, nodeCall } from './fake-node-io.ts';

const clock = fakeClock();
const functions = builtinFunctions({ clock });
const type = nativeNodeTypes({ functions }).get('function')!;

const call = async (
  name: string,
  args: Json,
  changes: Partial<NodeCall> = {},
  signal?: AbortSignal,
) =>
  type.run!(
    nodeCall({ config: { name, args }, ...changes }),
    fakeNodeIo(signal === undefined ? {} : { signal }),
  );

describe('built-in functions', () => {
  it('[A30] are these, each with a sentence', () => {
    expect([...functions.keys()]).toEqual([
      'text.upper',
      'text.words',
      'math.add',
      'math.sum',
      'math.sign',
      'list.range',
      'time.sleep',
      'test.fail',
    ]);
    for (const { description } of functions.values()) expect(description).toMatch(/^[A-Z].+\.$/);
  });

  it.each<[string, Json, unknown]>([
    ['text.upper', { text: 'straße' }, { value: 'STRASSE' }],
    ['text.words', { text: ' one  two\n' }, { value: ['one', 'two'] }],
    ['text.words', { text: '' }, { value: [] }],
    ['math.add', { a: 1, b: -3 }, { value: -2 }],
    ['math.sum', { numbers: [1, 2, 3] }, { value: 6 }],
    ['math.sum', { numbers: [] }, { value: 0 }],
    ['math.sign', { number: -2 }, { value: -2, ports: { negative: -2 } }],
    ['math.sign', { number: 0 }, { value: 0, ports: { zero: 0 } }],
    ['math.sign', { number: 2 }, { value: 2, ports: { positive: 2 } }],
    ['list.range', { to: 3 }, { value: [1, 2, 3] }],
    ['list.range', { from: -1, to: 0 }, { value: [-1, 0] }],
    ['list.range', { from: 2, to: 1 }, { value: [] }],
  ])('[A30] %s %j', async (name, args, result) => {
    expect(await call(name, args)).toEqual(result);
  });

  it('[A30] refuse what does not fit', async () => {
    const failure = await failureOf(() => call('list.range', { to: 100_001 }));
    expect(failure).toMatchObject({
      code: 'FUNCTION_ARGS_INVALID',
      message: expect.stringContaining('at most 100000'),
    });
    expect(await failureOf(() => call('math.add', { a: '1', b: 2 }))).toMatchObject({
      retry: 'never',
    });
  });

  it('[A31] test.fail fails so many attempts', async () => {
    const attempt = (n: number, args: Json) => call('test.fail', args, { attempt: n });
    expect(await failureOf(() => attempt(1, { times: 2 }))).toEqual({
      code: 'TEST_FAILED',
      message: 'failed on purpose (attempt 1)',
      retry: 'later',
    });
    expect(await failureOf(() => attempt(2, { times: 2, message: 'no', never: true }))).toEqual({
      code: 'TEST_FAILED',
      message: 'no (attempt 2)',
      retry: 'never',
    });
    expect(await attempt(3, { times: 2 })).toEqual({ value: { attempt: 3 } });
    expect(await attempt(3, { times: 2, value: [] })).toEqual({ value: [] });
  });

  it('[A31] time.sleep follows the clock and the signal', async () => {
    const slept = call('time.sleep', { ms: 1000, value: 'rested' });
    await Promise.resolve();
    clock.advance(1000);
    expect(await slept).toEqual({ value: 'rested' });
    const controller = new AbortController();
    const cancelled = call('time.sleep', { ms: 1000 }, {}, controller.signal);
    controller.abort(new Error('cancelled'));
    expect(await failureOf(() => cancelled)).toEqual(new Error('cancelled'));
    expect(clock.pending()).toBe(0);
  });
});
