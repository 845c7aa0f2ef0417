// An agent of a shop with a model that answers by rules, as an AI SDK model object: the path of real ones, without a network.
import { APICallError, simulateReadableStream, tool as sdkTool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { agent, tool, type History } from '../../../src/index.ts';

type StreamResult = Awaited<ReturnType<MockLanguageModelV4['doStream']>>;
type Chunk = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
type Prompt = Parameters<MockLanguageModelV4['doStream']>[0]['prompt'];

export interface Shop {
  /** What each call of the model was sent. */
  readonly prompts: Prompt[];
  readonly paid: { order: number; amount: number; key: string }[];
  /** So many calls fail as if the provider were away. */
  outages: number;
  /** So many calls fail as if the provider refused them. */
  refusals: number;
}

export function newShop(): Shop {
  return { prompts: [], paid: [], outages: 0, refusals: 0 };
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

function say(text: string): readonly Chunk[] {
  const words = text
    .split(/(?<= )/)
    .map((delta) => ({ type: 'text-delta' as const, id: '1', delta }));
  return [{ type: 'text-start', id: '1' }, ...words, { type: 'text-end', id: '1' }, end('stop')];
}

function end(reason: 'stop' | 'tool-calls'): Chunk {
  return { type: 'finish', usage, finishReason: { unified: reason, raw: reason } };
}

function call(
  text: string,
  calls: readonly (readonly [id: string, name: string, input: object])[],
): readonly Chunk[] {
  const said: readonly Chunk[] =
    text === ''
      ? []
      : [
          { type: 'reasoning-start', id: 'r' },
          { type: 'reasoning-delta', id: 'r', delta: 'An order is needed.' },
          { type: 'reasoning-end', id: 'r' },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: text },
          { type: 'text-end', id: '1' },
        ];
  const made = calls.flatMap(([toolCallId, toolName, input]): readonly Chunk[] => [
    { type: 'tool-input-start', id: toolCallId, toolName },
    { type: 'tool-input-delta', id: toolCallId, delta: JSON.stringify(input) },
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) },
  ]);
  return [...said, ...made, end('tool-calls')];
}

function answer(prompt: Prompt): readonly Chunk[] {
  const last = prompt.at(-1);
  const turn = prompt.slice(prompt.findLastIndex(({ role }) => role === 'user'));
  const results = turn.filter(({ role }) => role === 'tool').length;
  const text =
    last?.role === 'user'
      ? last.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      : '';
  if (/sum up/i.test(systemOf(prompt)))
    return say(`They said ${text.length > 0 ? 'something' : 'nothing'}.`);
  if (/both/i.test(text))
    return call('', [
      ['c1', 'findOrder', { order: 1 }],
      ['c2', 'findOrder', { order: 2 }],
    ]);
  if (/refund/i.test(text)) return call('Let me look. ', [['c1', 'findOrder', { order: 71 }]]);
  if (last?.role === 'tool' && /refund/i.test(JSON.stringify(turn[0])) && results === 1)
    return call('', [['c2', 'refund', { order: 71, amount: 30 }]]);
  if (last?.role === 'tool')
    return say(
      `Done: ${JSON.stringify(last.content.map((part) => ('output' in part ? part.output : null)))}`,
    );
  return say(`You have said ${prompt.filter(({ role }) => role === 'user').length} things.`);
}

export function systemOf(prompt: Prompt): string {
  return prompt.map(({ role, content }) => (role === 'system' ? content : '')).join('');
}

function shopModel(shop: Shop) {
  return new MockLanguageModelV4({
    provider: 'shop.chat',
    modelId: 'rules-1',
    doStream: async ({ prompt }) => {
      shop.prompts.push(prompt);
      if (shop.outages > 0) {
        shop.outages -= 1;
        throw failed(503);
      }
      if (shop.refusals > 0) {
        shop.refusals -= 1;
        throw failed(400);
      }
      return {
        stream: simulateReadableStream({
          chunks: [{ type: 'stream-start', warnings: [] }, ...answer(prompt)],
          initialDelayInMs: null,
          chunkDelayInMs: null,
        }),
      };
    },
  });
}

function failed(statusCode: number): APICallError {
  const about = { url: 'http://shop.example', requestBodyValues: {} };
  return new APICallError({ message: 'The provider says no.', ...about, statusCode });
}

export function shopAgent(shop: Shop, history: History = { last: 6 }) {
  return agent({
    id: 'support',
    model: shopModel(shop),
    instructions: 'You help customers of a shop.',
    history,
    tools: {
      findOrder: sdkTool({
        description: 'Finds an order.',
        inputSchema: z.object({ order: z.number().int() }),
        execute: ({ order }) => ({ order, paid: 30 }),
      }),
      refund: tool({
        description: 'Pays money back.',
        inputSchema: z.object({ order: z.number().int(), amount: z.number() }),
        approve: ({ amount }) => amount > 20,
        execute: ({ order, amount }, { key }) => {
          shop.paid.push({ order, amount, key });
          return `refunded ${amount}`;
        },
      }),
    },
  });
}
