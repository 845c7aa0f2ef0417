import path from 'node:path';
import { checkJsonSchema } from '@skein/agents';
import { afterEach, describe, expect, it } from 'vitest';
import { loadModules } from '../../src/config/load-modules.ts';
import { readConfig } from '../../src/config/read-config.ts';
import schema from '../../skein.config.schema.json' with { type: 'json' };
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const full = {
  $schema: './skein.config.schema.json',
  store: 'sqlite:./skein.db',
  providers: {
    local: { type: 'openai-compatible', baseURL: 'http://localhost:1/v1', apiKeyEnv: 'K' },
  },
  models: {
    default: 'fast',
    aliases: { fast: 'local/llama' },
    prices: { 'local/llama': { input: 1, output: 2 } },
  },
  functions: ['./functions.mjs'],
  limits: { model: { idleMs: 1_000, totalMs: 2_000, answerBytes: 3_000, outputTokens: 400 } },
  mcpServers: { files: { command: 'npx', args: ['-y', 'server'] }, web: { url: 'https://x.test' } },
};

const removals: (() => void)[] = [];
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

function folder(files: Parameters<typeof folderWith>[0]): string {
  const made = folderWith(files);
  removals.push(made.remove);
  return made.folder;
}

describe('the configuration', () => {
  it('[C60] is found beside the project, or where --config or SKEIN_CONFIG says', () => {
    const place = folder({ 'skein.config.json': full, 'other.json': { store: 'memory' } });
    expect(readConfig({ folder: place, environment: {} })).toEqual({
      config: full,
      file: path.join(place, 'skein.config.json'),
      folder: place,
    });
    const named = { folder: place, environment: { SKEIN_CONFIG: 'other.json' } };
    expect(readConfig(named).config).toEqual({ store: 'memory' });
    const option = { ...named, file: 'skein.config.json' };
    expect(readConfig(option).config).toEqual(full);
    expect(() => readConfig({ ...named, file: 'missing.json' })).toThrow(/missing\.json/);
    expect(readConfig({ folder: folder({}), environment: {} })).toMatchObject({
      config: {},
      file: null,
    });
  });

  it('[C61] every key can come from the environment instead', () => {
    const place = folder({ 'skein.config.json': full });
    const environment = {
      SKEIN_STORE: 'memory',
      SKEIN_PROVIDERS: '{"mine":{"type":"openai"}}',
      SKEIN_MODELS: '{"default":"mine/x"}',
      SKEIN_FUNCTIONS: '["./other.mjs"]',
      SKEIN_LIMITS: '{}',
      SKEIN_MCP_SERVERS: '{}',
      SKEIN_HTTP: '{}',
      SKEIN_OPENAPI: '{}',
      SKEIN_SECRETS: '{}',
      SKEIN_SERVER: '{}',
      SKEIN_TELEMETRY: '{}',
      SKEIN_A2A: '{}',
      SKEIN_POSTGRES: '{}',
      SKEIN_MAIL: '{}',
      SKEIN_CONNECTIONS: '{}',
    };
    expect(readConfig({ folder: place, environment }).config).toEqual({
      $schema: full.$schema,
      store: 'memory',
      providers: { mine: { type: 'openai' } },
      models: { default: 'mine/x' },
      functions: ['./other.mjs'],
      limits: {},
      mcpServers: {},
      http: {},
      openapi: {},
      secrets: {},
      server: {},
      telemetry: {},
      a2a: {},
      postgres: {},
      mail: {},
      connections: {},
    });
    const keys = Object.keys(schema.properties).filter((key) => key !== '$schema');
    expect(Object.keys(environment)).toHaveLength(keys.length);
    const bad = { folder: place, environment: { SKEIN_MODELS: 'sk-canary-1234' } };
    expect(() => readConfig(bad)).toThrow(/SKEIN_MODELS/);
    expect(() => readConfig(bad)).not.toThrow(/canary/);
  });

  it.each([
    [{ stores: 'memory' }, /stores/],
    [{ providers: { a: { type: 'other' } } }, /type/],
    [{ providers: { a: { apiKey: 'sk-canary' } } }, /apiKey/],
    [{ providers: { a: { apiKeyEnv: 'sk-not-a-name' } } }, /apiKeyEnv/],
    [{ models: { prices: { a: { input: 1 } } } }, /output/],
    [{ mcpServers: { a: { command: 'x', url: 'https://y' } } }, /mcpServers/],
    [{ limits: { model: { idleMs: 0 } } }, /idleMs/],
    [[], /object/],
    ['{"store": ', /line/],
  ])('[C62] what does not fit the schema is refused: %j', (written, words) => {
    const place = folder({ 'skein.config.json': written });
    expect(() => readConfig({ folder: place, environment: {} })).toThrow(words);
    expect(() => readConfig({ folder: place, environment: {} })).not.toThrow(/canary/);
  });

  it('[C62] the schema that ships is one', () => {
    expect(checkJsonSchema(schema, full)).toEqual({ result: 'fits' });
  });

  it('[C63] modules register functions and tools; one that registers nothing is refused', async () => {
    const place = folder({
      'functions.mjs': 'export const functions = { twice: (n) => n }; export const tools = {};',
      'empty.mjs': 'export const other = 1;',
      'broken.mjs': 'throw new Error("boom");',
    });
    const load = (functions: readonly string[]) =>
      loadModules({ config: { functions }, file: null, folder: place });
    expect(await load(['./functions.mjs'])).toHaveProperty('functions.twice');
    await expect(load(['./empty.mjs'])).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(load(['./broken.mjs'])).rejects.toThrow(/boom/);
    await expect(load(['./missing.mjs'])).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('[C63] a package is found in the project of the configuration', async () => {
    const place = folder({
      'node_modules/shop/package.json': { name: 'shop', type: 'module', exports: './index.js' },
      'node_modules/shop/index.js': 'export const functions = { price: () => 4 };',
    });
    const loaded = await loadModules({
      config: { functions: ['shop'] },
      file: null,
      folder: place,
    });
    expect(loaded).toHaveProperty('functions.price');
  });
});

const flow = {
  skein: 1,
  nodes: [{ id: 'double', type: 'function', config: { name: 'double', args: { n: 21 } } }],
};

describe('the configuration on the command line', () => {
  it('[C63] gives its functions to run and validate', async () => {
    const place = folder({
      'flow.json': flow,
      'skein.config.json': { functions: ['./functions.mjs'] },
      'functions.mjs': 'export const functions = { double: ({ n }) => n * 2 };',
    });
    const ran = await callSkein(['run', 'flow.json', '--json'], { cwd: place });
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'completed', output: 42 });
    const checked = await callSkein(['validate', 'flow.json', '--json'], { cwd: place });
    expect(JSON.parse(checked.stdout)).toMatchObject({ valid: true, diagnostics: [] });
  });

  it('[C62] that cannot be used ends the command with exit 2', async () => {
    const place = folder({ 'flow.json': flow, 'c.json': { nonsense: true } });
    const ended = await callSkein(['run', 'flow.json', '--config', 'c.json', '--json'], {
      cwd: place,
    });
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'CONFIG_INVALID' } });
  });
});

it('[C137] `skein models` says who answers for a name, at whose price, and shows no key', async () => {
  const { functions: _, ...config } = full;
  const place = folder({ 'skein.config.json': config });
  const env = { K: 'canary-of-k', ANTHROPIC_API_KEY: 'canary-of-anthropic', OPENAI_API_KEY: '' };
  const models = (...names: string[]) =>
    callSkein(['models', ...names, '--json'], { cwd: place, env });
  const { code, stdout } = await models('fast', 'claude-haiku-4-5', 'local/other');
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { readonly names: readonly unknown[] };
  expect(report).toMatchObject({
    providers: [
      { id: 'local', type: 'openai-compatible', key: 'K', hasKey: true },
      { id: 'anthropic', type: 'anthropic', key: 'ANTHROPIC_API_KEY', hasKey: true },
    ],
    names: [
      { name: 'fast', provider: 'local', model: 'llama', priceFrom: 'configuration' },
      { name: 'claude-haiku-4-5', provider: 'anthropic', priceFrom: '2025-11' },
      { name: 'local/other', provider: 'local', price: null, priceFrom: null },
    ],
  });
  expect(stdout).not.toContain('canary');
  expect(await models('nobody/knows')).toMatchObject({ code: 5 });
});
