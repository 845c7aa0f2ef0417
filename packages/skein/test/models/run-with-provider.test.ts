// The command line against a provider over real HTTP: a canvas agent that streams, calls tools, and outlives faults.
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWith, skein } from '../spawn-skein.ts';

const canary = 'sk-canary-77c0ffee';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

const canvas = {
  nodes: [
    { id: 'start', type: 'start', x: 0, y: 0, data: {} },
    {
      id: 'agent',
      type: 'agent',
      x: 0,
      y: 100,
      data: {
        agentName: 'Agent',
        model: 'local/llama',
        systemPrompt: 'You look things up.',
        userPrompt: 'How many are there?',
        tools: { lookup: { enabled: true } },
      },
    },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'agent' }],
};

const loaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (/node_modules\\/(ai|@ai-sdk)\\//.test(found.url)) process.stderr.write('LOADED ' + found.url + '\\n');
    return found;
  } });
`)}`;

function world() {
  return folderWith({
    'canvas.json': canvas,
    'skein.config.json': {
      providers: {
        local: { type: 'openai-compatible', baseURL: `${fake.url}/v1`, apiKeyEnv: 'LOCAL_KEY' },
      },
      models: { prices: { 'local/llama': { input: 1, output: 10 } } },
      functions: ['./tools.mjs'],
    },
    'tools.mjs': `export const tools = { lookup: { description: 'Looks up.', effect: 'pure', run: () => ({ hits: 3 }) } };`,
    'script.json': { otherwise: 'offline' },
  });
}

describe('skein run with a provider', () => {
  it('[C64] a canvas agent streams, calls tools, and outlives a 429 and a cut stream', async () => {
    const { folder, remove } = world();
    const toolCalls = [{ id: 'c1', name: 'lookup', arguments: {} }];
    fake.reply(
      {
        error: {
          status: 429,
          body: { error: { message: 'slow' } },
          headers: { 'retry-after': '0' },
        },
      },
      { text: 'I look it up.', toolCalls, usage: { input: 100, output: 10 } },
      { text: 'There are thr', fault: 'cut' },
      { text: 'There are three hits.', usage: { input: 200, output: 20 } },
    );
    const before = fake.requests.length;
    const ended = await skein(['run', 'canvas.json', '--json'], {
      cwd: folder,
      env: { LOCAL_KEY: canary },
    });
    remove();
    const run = JSON.parse(ended.stdout) as { readonly [key: string]: unknown };
    expect(run).toMatchObject({
      status: 'completed',
      output: 'There are three hits.',
      usage: { modelCalls: 2, inputTokens: 300, outputTokens: 30, usd: expect.closeTo(0.0006, 9) },
    });
    expect(ended.code).toBe(0);
    // The answered call is not made again when a later one fails.
    expect(fake.requests.length - before).toBe(4);
    expect(fake.requests.at(-1)?.body).toMatchObject({
      messages: [{}, {}, { role: 'assistant' }, { role: 'tool', content: '{"hits":3}' }],
    });
    expect(fake.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${canary}`);
    expect(ended.stdout + ended.stderr).not.toContain(canary);
  });

  it('[C65] a key is on no surface, whatever the provider says', async () => {
    const { folder, remove } = world();
    fake.reply({ error: { status: 401, body: { error: { message: `bad key ${canary}` } } } });
    const ended = await skein(['run', 'canvas.json', '--json'], {
      cwd: folder,
      env: { LOCAL_KEY: canary, SKEIN_DEBUG: '1' },
    });
    remove();
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('MODEL_CALL_FAILED');
    expect(ended.stdout + ended.stderr).not.toContain(canary);
  });

  it('[C64] a missing key names its variable and the offline model', async () => {
    const { folder, remove } = world();
    const ended = await skein(['run', 'canvas.json', '--json'], { cwd: folder });
    remove();
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('LOCAL_KEY');
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'MODEL_KEY_MISSING' } });
  });

  it('[C66] validate and scripted runs load no provider package; a call does', async () => {
    const { folder, remove } = world();
    const options = { cwd: folder, env: { LOCAL_KEY: canary }, nodeOptions: ['--import', loaded] };
    const checked = await skein(['validate', 'canvas.json'], options);
    expect(checked.code).toBe(0);
    expect(checked.stderr).not.toContain('LOADED');
    const scripted = await skein(['run', 'canvas.json', '--script', 'script.json'], options);
    expect(scripted.stdout).toContain('offline');
    expect(scripted.stderr).not.toContain('LOADED');
    const called = await skein(['run', 'canvas.json'], options);
    remove();
    expect(called.stderr).toContain('LOADED');
  });

  it('[C64] the usual variables work without a file', async () => {
    const { folder, remove } = folderWith({
      'flow.json': {
        skein: 1,
        nodes: [{ id: 'ask', type: 'llm', config: { model: 'gpt-5-mini', prompt: 'Hi' } }],
      },
    });
    fake.reply({ text: 'Hello.' });
    const ended = await skein(['run', 'flow.json'], {
      cwd: folder,
      env: { OPENAI_API_KEY: canary, OPENAI_BASE_URL: `${fake.url}/v1` },
    });
    remove();
    expect(ended.stdout).toContain('Hello.');
    expect(fake.requests.at(-1)?.path).toBe('/v1/responses');
  });
});
