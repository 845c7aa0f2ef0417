// Goal: an outage of the provider does not end a conversation.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { settleTicks, virtualClock } from '@skein/simulation';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import { folderWith, program, skein } from '../spawn-skein.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

const chat = {
  skein: 1,
  id: 'chat',
  nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Hi.', model: 'local/llama' } }],
  edges: [],
};

const away = (status: number, headers = {}) => ({
  error: { status, body: { error: { message: 'away' } }, headers },
});

function providers() {
  return { local: { type: 'openai-compatible' as const, baseURL: `${fake.url}/v1` } };
}

it('[X341] a model call outlives minutes of 503 and 429, and explain says when the next attempt is', async () => {
  const clock = virtualClock();
  const engine = await createEngine({
    clock,
    config: { providers: providers() },
  });
  const before = fake.requests.length;
  fake.reply(...Array.from({ length: 8 }, () => away(503)), away(429, { 'retry-after': '200' }));
  const { id } = await engine.runs.start(chat);
  const retrying = async (attempt: number) => {
    // Whoever wakes the run arms its timers late, and virtual time must pass for them to fire.
    const words = async () => {
      await clock.advance(1);
      return (await engine.runs.explain(id, 'say')).words.join(' ');
    };
    await expect.poll(words, { timeout: 20_000 }).toContain(`retrying: attempt ${attempt} at `);
  };
  const startedAt = clock.now();
  for (let attempt = 2; attempt <= 9; attempt++) {
    await retrying(attempt);
    await clock.advance(35_000);
    await settleTicks();
  }
  await retrying(10);
  await clock.advance(150_000);
  expect(fake.requests.length - before).toBe(9);
  await clock.advance(60_000);
  const ended = await engine.runs.finished(id);
  expect(ended).toMatchObject({ status: 'completed', output: 'ok', usage: { modelCalls: 1 } });
  expect(fake.requests.length - before).toBe(10);
  expect(clock.now() - startedAt).toBeLessThan(600_000);
  await engine.close();
});

it('[X341] a process that is killed during the backoff is followed by one that goes on', async () => {
  const { folder, remove } = folderWith({
    'chat.json': chat,
    'skein.config.json': { providers: providers() },
  });
  fake.reply(away(503), away(503, { 'retry-after': '6' }), { text: 'There.' });
  const before = fake.requests.length;
  const at = ['--store', `sqlite:${path.join(folder, 'skein.db')}`];
  const child = spawn(process.execPath, [program, 'run', 'chat.json', ...at], {
    cwd: folder,
    stdio: 'ignore',
  });
  const isOver = new Promise((resolve) => child.on('exit', resolve));
  await expect.poll(() => fake.requests.length - before, { timeout: 60_000 }).toBe(2);
  const listed = await skein(['runs', 'ls', ...at, '--json'], { cwd: folder });
  const { items } = JSON.parse(listed.stdout) as {
    readonly items: readonly { readonly id: string }[];
  };
  const [{ id } = { id: '' }] = items;
  // The second failure is recorded: it waits for the third attempt.
  const journal = async () =>
    (await skein(['runs', 'show', id, '--journal', ...at, '--json'], { cwd: folder })).stdout;
  await expect.poll(journal, { timeout: 30_000 }).toMatch(/"attempt": ?2/);
  child.kill('SIGKILL');
  await isOver;
  const tailed = await skein(['runs', 'tail', id, ...at], { cwd: folder });
  expect(tailed).toMatchObject({ code: 0, stdout: expect.stringContaining('There.') });
  expect(fake.requests.length - before).toBe(3);
  remove();
});

it('[X581] a scripted model that is away is tried again for as long as any other', async () => {
  const clock = virtualClock();
  const script = {
    replies: [
      ...Array.from({ length: 8 }, () => ({ error: { status: 503, message: 'away' } })),
      { text: 'back' },
    ],
  };
  const scripted = { ...chat, nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Hi.' } }] };
  const play = async (limits: object) => {
    const engine = await createEngine({ clock, script, config: { limits: { model: limits } } });
    const { id } = await engine.runs.start(scripted);
    let isOver = false;
    const ended = engine.runs.finished(id).finally(() => (isOver = true));
    for (let seconds = 0; !isOver && seconds < 900; seconds++) {
      await clock.advance(1000);
      await settleTicks();
    }
    const { status, output } = await ended;
    await engine.close();
    return { status, output };
  };
  expect(await play({})).toEqual({ status: 'completed', output: 'back' });
  expect(await play({ retryForMs: 0 })).toMatchObject({ status: 'failed' });
});
