// No call is paid twice: the real command on a SQLite file, a provider over real HTTP that counts what it is asked, kill -9.
import type { ChildProcess } from 'node:child_process';
import { isObject, textOf, type Json, type JsonObject } from '@skein/kernel';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWith, skein, type Ended } from '../spawn-skein.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

const agent = (policy: JsonObject = {}): Json => ({
  skein: 1,
  id: 'clerk',
  policy,
  nodes: [
    {
      id: 'clerk',
      type: 'agent',
      config: { model: 'local/llama', prompt: 'How many?', tools: ['lookup'] },
    },
  ],
});

function world(definition: Json) {
  const { folder, remove } = folderWith({
    'flow.json': definition,
    'skein.config.json': {
      providers: { local: { type: 'openai-compatible', baseURL: `${fake.url}/v1` } },
      models: { prices: { 'local/llama': { input: 1, output: 10 } } },
      limits: { model: { outputTokens: 100 } },
      functions: ['./tools.mjs'],
    },
    'tools.mjs': `export const tools = { lookup: { description: 'Looks up.', effect: 'pure', run: () => ({ hits: 3 }) } };`,
  });
  const store = ['--store', 'sqlite:./runs.db'];
  const run = (given: readonly string[], onStderr?: (text: string, child: ChildProcess) => void) =>
    skein([...given, ...store], { cwd: folder, ...(onStderr === undefined ? {} : { onStderr }) });
  return { run, remove };
}

const jsonOf = ({ stdout }: Ended): JsonObject => {
  const parsed = JSON.parse(stdout) as Json;
  return isObject(parsed) ? parsed : {};
};
const lookup = (id: string) => [{ id, name: 'lookup', arguments: {} }];

/** Until so many requests have come. */
async function asked(count: number): Promise<void> {
  while (fake.requests.length < count) await new Promise((later) => setTimeout(later, 20));
}

describe('a kill between two model calls of one agent', () => {
  it('[C130] the answered call is not made again after the restart', async () => {
    const { run, remove } = world(agent());
    const before = fake.requests.length;
    fake.reply(
      { text: 'I look.', toolCalls: lookup('c1'), usage: { input: 100, output: 10 } },
      { fault: 'hang' },
      { text: 'Three.', usage: { input: 200, output: 20 } },
    );
    let child: ChildProcess | undefined;
    const killed = run(['run', 'flow.json', '--key', 'k'], (_text, started) => (child = started));
    await asked(before + 2);
    child?.kill('SIGKILL');
    expect((await killed).code).toBeNull();
    const ended = await run(['run', 'flow.json', '--key', 'k', '--json']);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(jsonOf(ended)).toMatchObject({
      status: 'completed',
      output: 'Three.',
      usage: { modelCalls: 2, inputTokens: 300, outputTokens: 30 },
    });
    // The first once; the second was never answered, so it is asked again, with the result of the tool.
    expect(fake.requests.length - before).toBe(3);
    const bodies = fake.requests.slice(before).map(({ body }) => JSON.stringify(body));
    expect(bodies.map((body) => body.includes('hits'))).toEqual([false, true, true]);
    remove();
  });
});

describe('a budget', () => {
  it('[C131] pauses the run before the call that does not fit; raised by `runs answer`, it continues and pays for nothing twice', async () => {
    const { run, remove } = world(agent({ budget: { tokens: 300 }, onLimit: 'pause' }));
    const before = fake.requests.length;
    fake.reply(
      { toolCalls: lookup('c1'), usage: { input: 100, output: 50 } },
      { toolCalls: lookup('c2'), usage: { input: 120, output: 50 } },
      { text: 'Done.', usage: { input: 150, output: 10 } },
    );
    const paused = await run(['run', 'flow.json', '--json']);
    const { id: given, status, waits, usage } = jsonOf(paused);
    const id = textOf(given ?? null);
    expect([paused.code, status]).toEqual([3, 'waiting']);
    expect(waits).toMatchObject([{ node: '', kind: 'limit', data: { limit: 'tokens' } }]);
    expect(usage).toMatchObject({ modelCalls: 2, inputTokens: 220, outputTokens: 100 });
    expect(fake.requests.length - before).toBe(2);
    const refused = await run(['runs', 'answer', id, '={"tokens":"all"}', '--json']);
    expect(jsonOf(refused)).toMatchObject({ error: { code: 'ANSWER_REFUSED' } });
    const ended = await run(['runs', 'answer', id, '={"tokens":2000}', '--json']);
    expect(ended.code).toBe(0);
    expect(jsonOf(ended)).toMatchObject({
      status: 'completed',
      output: 'Done.',
      usage: { modelCalls: 3, inputTokens: 370, usd: expect.closeTo(0.00147, 9) },
    });
    expect(fake.requests.length - before).toBe(3);
    remove();
  });

  it('[C131] with the policy "fail" it ends with exit code 7', async () => {
    const { run, remove } = world(agent({ budget: { usd: 0.0005 } }));
    fake.reply({ toolCalls: lookup('c1'), usage: { input: 100, output: 50 } });
    const ended = await run(['run', 'flow.json', '--json']);
    expect([ended.code, jsonOf(ended)['status']]).toEqual([7, 'failed']);
    expect(jsonOf(ended)).toMatchObject({
      error: { code: 'LIMIT_REACHED', details: { limit: 'usd' } },
    });
    remove();
  });
});
