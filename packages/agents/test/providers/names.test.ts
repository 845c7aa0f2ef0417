import { describe, expect, it } from 'vitest';
import {
  describeProviders,
  hasProviders,
  providerModels,
  scriptedModel,
  type ModelSettings,
} from '@skein/agents';
import { failureOf, request } from './provider-world.ts';

function finder(settings: ModelSettings, environment: { [name: string]: string } = {}) {
  const source = providerModels({ ...settings, environment, scripted: scriptedModel() });
  return (name?: string) => source.model(name);
}

describe('names of models', () => {
  const local = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } as const;

  it.each([
    ['openai/gpt-5', 'openai', 'gpt-5'],
    ['gpt-5-mini', 'openai', 'gpt-5-mini'],
    ['o3', 'openai', 'o3'],
    ['claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5'],
    ['gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['gemini/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['local/meta/llama-3', 'local', 'meta/llama-3'],
    ['fast', 'openai', 'gpt-5-nano'],
    ['faster', 'openai', 'gpt-5-nano'],
    ['llama', 'local', 'llama'],
    ['meta/llama', 'local', 'meta/llama'],
    ['scripted', 'scripted', 'scripted'],
    [undefined, 'local', 'llama'],
  ])('[A203] "%s" is %s, %s', (name, provider, model) => {
    const find = finder({
      providers: { local },
      default: 'local/llama',
      aliases: { fast: 'openai/gpt-5-nano', faster: 'fast' },
    });
    expect(find(name)).toMatchObject({ provider, name: model });
  });

  it('[A203] an alias of a known name sends it elsewhere', () => {
    const find = finder({ providers: { local }, aliases: { 'gpt-5': 'local/llama' } });
    expect(find('gpt-5')).toMatchObject({ provider: 'local', name: 'llama' });
  });

  it('[A203] a provider that is configured as gemini is of type google, and keeps its name', () => {
    const providers = { gemini: { apiKeyEnv: 'MY_KEY' } };
    expect(finder({ providers })('gemini/gemini-2.5-pro')).toMatchObject({ provider: 'gemini' });
    expect(describeProviders({ providers }, {})).toMatchObject([{ id: 'gemini', type: 'google' }]);
  });

  it('[A203] without a default a small model of the first provider with a key answers', () => {
    expect(finder({}, { GOOGLE_GENERATIVE_AI_API_KEY: 'k' })()).toMatchObject({
      provider: 'google',
    });
    expect(finder({ providers: { local, anthropic: {} } })()).toMatchObject({
      provider: 'anthropic',
    });
  });

  it.each([
    ['constructor', 'No provider is known'],
    ['a', 'may never end'],
    [undefined, 'no default'],
  ])('[A203] "%s" fails as not found', async (name, words) => {
    const find = finder({ aliases: { a: 'b', b: 'a' } });
    const failure = await failureOf(Promise.resolve().then(() => find(name)));
    expect(failure).toMatchObject({ code: 'MODEL_NOT_FOUND', retry: 'never' });
    expect(failure.message).toContain(words);
  });

  it('[A204] a missing key is named with its variable, and the offline model offered', async () => {
    const model = finder({})('anthropic/claude-sonnet-4-5');
    const failure = await failureOf(model.call(request('Hi')));
    expect(failure).toMatchObject({
      code: 'MODEL_KEY_MISSING',
      retry: 'never',
      data: { variable: 'ANTHROPIC_API_KEY' },
    });
    expect(failure.data['hint']).toContain('scripted');
    const own = finder({ providers: { acme: { ...local, apiKeyEnv: 'ACME_KEY' } } });
    const other = await failureOf(own('acme/x').call(request('Hi')));
    expect(other.data['variable']).toBe('ACME_KEY');
  });

  it('[A204] without a key and without a provider the offline model answers', () => {
    expect(hasProviders({}, {})).toBe(false);
    expect(hasProviders({}, { OPENAI_API_KEY: '' })).toBe(false);
    expect(hasProviders({}, { OPENAI_API_KEY: 'k' })).toBe(true);
    expect(hasProviders({}, { ANTHROPIC_BASE_URL: 'http://x' })).toBe(true);
    expect(hasProviders({ providers: { local } }, {})).toBe(true);
  });
});

describe('prices', () => {
  const million = { input: 1_000_000, output: 1_000_000 };

  it.each([
    ['openai/gpt-5-mini', 2.25],
    ['gpt-5-mini-2025-08-07', 2.25],
    ['claude-sonnet-4-5-20250929', 18],
    ['gemini-2.5-flash-preview-09-2025', 2.8],
    ['local/llama', 3],
    ['gpt-4o', 1],
    ['gpt-5-pro', undefined],
  ])('[A210] a million tokens in and out of %s cost %s', (name, usd) => {
    const find = finder({
      providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
      prices: { 'local/llama': { input: 1, output: 2 }, 'gpt-4o': { input: 0.5, output: 0.5 } },
    });
    const cost = find(name).priceOf?.(million);
    expect(cost?.toFixed(6)).toBe(usd?.toFixed(6));
  });
});
