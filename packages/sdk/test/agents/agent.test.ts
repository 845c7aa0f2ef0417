import { MockLanguageModelV4 } from 'ai/test';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { EngineError } from '@skein/ports';
import { agent, tool, type Agent, type Thread, type ThreadPart } from '../../src/index.ts';

const double = tool({
  description: 'Doubles.',
  inputSchema: z.object({ n: z.number() }),
  execute: ({ n }) => n * 2,
});

function complaintOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof EngineError && error.code === 'AGENT_INVALID') return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
}

it('[SD302] an agent is a plain value whose types follow from its tools and its output', () => {
  const plain = agent({ id: 'plain' });
  const typed = agent({
    id: 'typed',
    model: 'gpt-5',
    tools: { double },
    output: z.object({ total: z.number(), words: z.array(z.string()) }),
  });
  expect(plain.type).toBe('agent:plain');
  expect(typed.threads.definition).toMatchObject({ skein: 1, id: 'thread:typed' });
  expectTypeOf(plain).toExtend<Agent<Record<never, never>, string>>();
  type Tools = { readonly double: typeof double };
  expectTypeOf(typed).toExtend<Agent<Tools, { total: number; words: string[] }>>();
  type Call = Extract<ThreadPart<Tools>, { type: 'tool-call' }>;
  expectTypeOf<Call['input']>().toEqualTypeOf<{ n: number }>();
  type Result = Extract<ThreadPart<Tools>, { type: 'tool-result' }>;
  expectTypeOf<Result['output']>().toEqualTypeOf<number>();
  type Decided = Parameters<Thread<Tools>['decide']>[1];
  expectTypeOf<Decided['input']>().toEqualTypeOf<{ n: number } | undefined>();
});

it('[SD302] models of the AI SDK fit where a name does', () => {
  const model = new MockLanguageModelV4({ modelId: 'rules' });
  expect(agent({ id: 'typed', model }).source.model).toBe(model);
});

it('[SD303] an agent that could never answer is refused, with everything that is wrong', () => {
  const message = complaintOf(() =>
    agent({
      id: 'no spaces',
      history: { last: 0 },
      tools: {
        'bad name': double,
        client: { inputSchema: z.object({}) },
        shapeless: { inputSchema: { n: z.number() }, execute: () => 1 },
      },
    }),
  );
  expect(message).toContain('its id "no spaces"');
  expect(message).toContain('the name of the tool "bad name"');
  expect(message).toContain('the tool "client" has no "execute"');
  expect(message).toContain('"inputSchema" of the tool "shapeless" is an object of schemas');
  expect(message).toContain('"history.last" is 0');
});
