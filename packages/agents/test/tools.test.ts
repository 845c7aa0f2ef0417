import { runId } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { joinTools, registeredTool, registeredTools, scriptTools, webSearch } from '@skein/agents';
import type { ToolCall } from '@skein/ports';

const call: ToolCall = {
  signal: new AbortController().signal,
  idempotencyKey: 'k',
  callId: 'c',
  run: runId('r'),
  node: 'n',
  emit: () => {},
};

describe('tools', () => {
  const source = registeredTools({
    typed: registeredTool({
      description: 'Adds.',
      parameters: z.object({ a: z.number(), b: z.number().default(1) }),
      effect: 'pure',
      run: ({ a, b }) => a + b,
    }),
    lazy: registeredTool({
      parameters: (zod) => zod.object({ a: zod.string() }),
      approve: true,
      run: ({ a }, { callId }) => `${a} ${callId}`,
    }),
    plain: { parameters: { type: 'object', required: ['x'] }, run: (args) => args },
    short: () => 'short',
  });

  it('[A61] are described by zod or a JSON schema', async () => {
    expect(await source.list()).toMatchObject([
      {
        name: 'typed',
        description: 'Adds.',
        effect: 'pure',
        parameters: { type: 'object', required: ['a'] },
      },
      { name: 'lazy', approve: true, parameters: { properties: { a: { type: 'string' } } } },
      { name: 'plain', parameters: { type: 'object', required: ['x'] } },
      { name: 'short', parameters: { type: 'object' } },
    ]);
    expect(await source.find('constructor')).toBeUndefined();
  });

  it('[A61] zod parses what it describes', async () => {
    const typed = (await source.find('typed'))!;
    expect(typed.parse?.({ a: 1 })).toEqual({ ok: true, args: { a: 1, b: 1 } });
    expect(typed.parse?.({ a: 'x' })).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^"a": /)],
    });
    expect(typed.parse?.('x')).toMatchObject({ ok: false });
    expect(typed.run({ a: 1, b: 2 }, call)).toBe(3);
    expect((await source.find('lazy'))?.run({ a: 'x' }, call)).toBe('x c');
    expect((await source.find('short'))?.run({}, call)).toBe('short');
  });

  it('[A61] the schema gives the arguments their type', () => {
    registeredTool({
      parameters: (zod) => zod.object({ count: zod.number() }),
      // @ts-expect-error: a number has no such property.
      run: ({ count }) => count.nonsense,
    });
  });

  it('[A61] the script answers for names that no one registered', async () => {
    const script = scriptTools({
      tools: {
        typed: { result: 'hidden' },
        'web-find': { result: [1] },
        down: { error: 'no line' },
      },
    });
    const joined = joinTools([source, script]);
    expect((await joined.list()).map(({ name }) => name)).toEqual([
      'typed',
      'lazy',
      'plain',
      'short',
      'web-find',
      'down',
    ]);
    expect((await joined.find('typed'))?.description).toBe('Adds.');
    expect((await joined.find('web-find'))?.run({}, call)).toEqual([1]);
    const down = await joined.find('down');
    expect(() => down?.run({}, call)).toThrow('no line');
    expect(await joined.find('other')).toBeUndefined();
    expect(await scriptTools().list()).toEqual([]);
  });

  it('[A150] a web search that nobody offers can be asked for, and only its call fails', async () => {
    const joined = joinTools([scriptTools(), webSearch]);
    expect(await joined.list()).toEqual([]);
    const tool = await joined.find('web_search');
    expect(() => tool?.run({ query: 'tea' }, call)).toThrow('no web search');
    const script = scriptTools({ tools: { web_search: { result: 'found' } } });
    expect((await joinTools([script, webSearch]).find('web_search'))?.run({}, call)).toBe('found');
  });
});
