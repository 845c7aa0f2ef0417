import { APICallError, simulateReadableStream } from 'ai';
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { runId } from '@skein/kernel';
import type { ModelPiece, ModelRequest } from '@skein/ports';
import { failureIn, sdkModel, type SdkModelObject } from '@skein/agents';

const caller: ModelRequest['caller'] = {
  run: runId('run-1'),
  node: 'boss',
  nodeName: 'Boss',
  context: 'main',
};

function request(extra: Partial<ModelRequest> = {}): ModelRequest {
  const { signal } = new AbortController();
  return { messages: [{ role: 'user', content: 'Hello' }], signal, caller, ...extra };
}

const parts = [
  { type: 'stream-start', warnings: [] },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hello ' },
  { type: 'text-delta', id: '1', delta: 'you' },
  { type: 'text-end', id: '1' },
  { type: 'tool-input-start', id: 'c1', toolName: 'find' },
  { type: 'tool-input-delta', id: 'c1', delta: '{"n":1}' },
  { type: 'tool-input-end', id: 'c1' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{"n":1}' },
];

/** Version 2 counts tokens, and says why it ended, in plain values. */
const end2 = {
  type: 'finish',
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  finishReason: 'tool-calls',
};
const end = {
  type: 'finish',
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  },
  finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
};

function streamOf<T>(chunks: readonly T[]): ReadableStream<T> {
  return simulateReadableStream({
    chunks: [...chunks],
    initialDelayInMs: null,
    chunkDelayInMs: null,
  });
}

type Streamed<
  Model extends { doStream(options: never): PromiseLike<{ readonly stream: unknown }> },
> = Awaited<ReturnType<Model['doStream']>>['stream'];

// The parts are the same in both versions, which name their types apart.
const streamOf3 = () => streamOf([...parts, end]) as Streamed<MockLanguageModelV3>;
const streamOf4 = () => streamOf([...parts, end]) as Streamed<MockLanguageModelV4>;

const version2: SdkModelObject & Record<string, unknown> = {
  specificationVersion: 'v2',
  provider: 'shop.chat',
  modelId: 'rules',
  supportedUrls: {},
  doGenerate: async () => Promise.reject(new Error('It is streamed.')),
  doStream: async () => ({ stream: streamOf([...parts, end2]) }),
};

it.each<[string, SdkModelObject]>([
  ['v2', version2],
  ['v3', new MockLanguageModelV3({ doStream: async () => ({ stream: streamOf3() }) })],
  ['v4', new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf4() }) })],
])('[A901][A902] a model of the AI SDK, %s', async (_version, given) => {
  const tokens: string[] = [];
  const pieces: ModelPiece[] = [];
  const tools = [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }];
  const reply = await sdkModel(given).call(
    request({
      tools,
      onToken: (text) => void tokens.push(text),
      onPiece: (piece) => void pieces.push(piece),
    }),
  );
  expect(reply).toMatchObject({
    text: 'Hello you',
    toolCalls: [{ id: 'c1', name: 'find', arguments: { n: 1 } }],
    usage: { input: 10, output: 5, usd: 0 },
  });
  expect(tokens).toEqual(['Hello ', 'you']);
  expect(pieces).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-input', callId: 'c1', name: 'find', text: '' },
    { type: 'tool-input', callId: 'c1', name: 'find', text: '{"n":1}' },
  ]);
});

it.each([
  [503, 'later'],
  [400, 'never'],
])('[A901] its failures say whether another attempt is worth it: %i', async (statusCode, retry) => {
  const about = { message: 'No.', url: 'http://shop.example', requestBodyValues: {} };
  const failing = new MockLanguageModelV4({
    doStream: async () => Promise.reject(new APICallError({ ...about, statusCode })),
  });
  const error: unknown = await sdkModel(failing)
    .call(request())
    .catch((thrown: unknown) => thrown);
  expect(failureIn(error)).toMatchObject({ code: 'MODEL_CALL_FAILED', retry });
});
