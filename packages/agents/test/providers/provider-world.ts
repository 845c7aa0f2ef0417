// The real provider packages, connected to a fake provider.
import { runId } from '@skein/kernel';
import { providerModels, scriptedModel, type ModelSettings } from '@skein/agents';
import type { LanguageModel, ModelMessage, ModelRequest } from '@skein/ports';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll } from 'vitest';

export const canary = 'canary-key-5f0c1d77';

export const kinds = [
  { kind: 'openai', model: 'openai/gpt-5-mini', path: '/v1' },
  { kind: 'anthropic', model: 'anthropic/claude-sonnet-4-5', path: '/v1' },
  { kind: 'google', model: 'google/gemini-2.5-flash', path: '/v1beta' },
  { kind: 'openai-compatible', model: 'local/llama', path: '/v1' },
] as const;

export interface World {
  readonly fake: FakeProvider;
  model(name: string | undefined, settings?: ModelSettings): LanguageModel;
}

/** One fake for all tests of a file; each test takes what it has told it to reply. */
export function providerWorld(): World {
  let fake: FakeProvider | undefined;
  beforeAll(async () => {
    fake = await startFakeProvider();
  });
  afterAll(() => fake?.close());
  const world: World = {
    get fake() {
      if (fake === undefined) throw new Error('The fake starts before the first test.');
      return fake;
    },
    model: (name, settings = {}) => {
      const { url } = world.fake;
      return providerModels({
        ...settings,
        providers: {
          openai: { baseURL: `${url}/v1` },
          anthropic: { baseURL: `${url}/v1` },
          google: { baseURL: `${url}/v1beta` },
          local: { type: 'openai-compatible', baseURL: `${url}/v1`, apiKeyEnv: 'LOCAL_KEY' },
          ...settings.providers,
        },
        environment: {
          OPENAI_API_KEY: canary,
          ANTHROPIC_API_KEY: canary,
          GOOGLE_GENERATIVE_AI_API_KEY: canary,
          LOCAL_KEY: canary,
        },
        scripted: scriptedModel(),
      }).model(name);
    },
  };
  return world;
}

export function request(
  messages: string | readonly ModelMessage[],
  rest: Partial<ModelRequest> = {},
): ModelRequest {
  return {
    messages: typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages,
    signal: new AbortController().signal,
    caller: { run: runId('run'), node: 'node', nodeName: 'Node', context: 'main' },
    ...rest,
  };
}

export const search = {
  name: 'search',
  description: 'Searches.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
} as const;

/** The failure that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<{
  readonly code: string;
  readonly message: string;
  readonly retry: unknown;
  readonly data: { readonly [key: string]: unknown };
}> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error && 'failure' in error) return error.failure as never;
  throw new Error('The call did not fail as data.', { cause: error });
}
