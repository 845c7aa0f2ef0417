import { type } from 'arktype';
import { jsonSchema, tool as sdkTool } from 'ai';
import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { runId, type Json } from '@skein/kernel';
import type { Tool as PortTool, ToolCall } from '@skein/ports';
import { toPortTools } from '../../src/agents/to-port-tool.ts';
import { tool, type AgentTools, type ToolInput, type ToolOutput } from '../../src/index.ts';

const call: ToolCall = {
  signal: new AbortController().signal,
  idempotencyKey: 'key-1',
  callId: 'call-1',
  run: runId('run-1'),
  node: 'reply',
  emit: () => {},
};

async function only(tools: AgentTools): Promise<PortTool> {
  const [found] = await toPortTools(tools);
  if (found === undefined) throw new Error('There is no tool.');
  return found;
}

/** As the loop of agents does it: check, then run. */
async function run(given: PortTool, args: Json): Promise<unknown> {
  const parsed = given.parse?.(args) ?? { ok: true, args };
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return given.run(parsed.args, call);
}

it('[SD300] a tool has the input that its schema gives, whatever library it is of', async () => {
  const ofZod = tool({
    description: 'Adds.',
    inputSchema: z.object({ by: z.coerce.number().default(2) }),
    effect: 'pure',
    who: ['role:clerk'],
    execute: ({ by }, { key, toolCallId }) => ({ by, key, toolCallId, at: new Date(0) }),
  });
  const portTool = await only({ add: ofZod });
  expect(portTool).toMatchObject({ name: 'add', effect: 'pure', who: ['role:clerk'] });
  expect(portTool.parameters).toMatchObject({ type: 'object', properties: { by: {} } });
  expect(await run(portTool, {})).toMatchObject({ by: 2, key: 'key-1', toolCallId: 'call-1' });
  await expect(run(portTool, { by: 'x' })).rejects.toThrow(/by/);
  const ofValibot = tool({
    description: 'Adds.',
    inputSchema: v.object({ by: v.number() }),
    jsonSchema: { type: 'object', properties: { by: { type: 'number' } } },
    execute: ({ by }) => by + 1,
  });
  expect(await run(await only({ add: ofValibot }), { by: 1 })).toBe(2);
  const ofArktype = tool({
    description: 'Adds.',
    inputSchema: type({ by: 'number' }),
    execute: ({ by }) => by + 2,
  });
  expect(await run(await only({ add: ofArktype }), { by: 1 })).toBe(3);
  expectTypeOf<ToolInput<typeof ofZod>>().toEqualTypeOf<{ by: number }>();
  expectTypeOf<ToolOutput<typeof ofZod>>().toEqualTypeOf<{
    by: number;
    key: string;
    toolCallId: string;
    at: string;
  }>();
  expectTypeOf<ToolOutput<typeof ofValibot>>().toEqualTypeOf<number>();
});

it('[SD301] tools of the AI SDK are taken as they are', async () => {
  const seen: unknown[] = [];
  const ofSdk = sdkTool({
    description: 'Finds.',
    inputSchema: z.object({ id: z.number() }),
    execute: async ({ id }, { toolCallId, abortSignal, messages }) => {
      seen.push({ toolCallId, messages, isSignal: abortSignal instanceof AbortSignal });
      return { id, name: 'Ada' };
    },
  });
  expect(await run(await only({ find: ofSdk }), { id: 1 })).toEqual({ id: 1, name: 'Ada' });
  expect(seen).toEqual([{ toolCallId: 'call-1', messages: [], isSignal: true }]);
  expectTypeOf<ToolInput<typeof ofSdk>>().toEqualTypeOf<{ id: number }>();
  expectTypeOf<ToolOutput<typeof ofSdk>>().toEqualTypeOf<{ id: number; name: string }>();
});

it('[SD301] so are their JSON schemas, lazy schemas, approvals and preliminary results', async () => {
  const given = jsonSchema<{ id: number }>(
    { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
    {
      validate: async (value) => {
        const { id } = value as { id: number };
        if (id < 0) return { success: false, error: new Error('It is negative.') };
        return { success: true, value: { id: id + 100 } };
      },
    },
  );
  const ofSdk = sdkTool({
    inputSchema: given,
    needsApproval: ({ id }) => id > 5,
    async *execute({ id }) {
      yield 'looking';
      yield `found ${id}`;
    },
  });
  const portTool = await only({ find: ofSdk });
  expect(portTool.parameters).toMatchObject({ required: ['id'] });
  expect(await run(portTool, { id: 1 })).toBe('found 101');
  await expect(run(portTool, { id: -1 })).rejects.toThrow('It is negative.');
  const { approve } = portTool;
  if (typeof approve !== 'function') throw new Error('The rule is gone.');
  expect([await approve({ id: 5 }), await approve({ id: 6 })]).toEqual([false, true]);
  const lazy = { inputSchema: () => given, execute: ({ id }: { id: number }) => id };
  expect(await run(await only({ lazy }), { id: 2 })).toBe(102);
});
