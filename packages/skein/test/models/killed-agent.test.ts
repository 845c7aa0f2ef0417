// Goal: no recorded call of an agent is repeated, wherever it is killed. Method: the real command on a SQLite file, a provider over HTTP, a
// real process of an MCP server that keeps a ledger, a subagent that uses both; kill -9 at every request and inside a call.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { folderWith, skein } from '../spawn-skein.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

const program = fileURLToPath(
  new URL('../../../agents/test/mcp/hostile-server.mjs', import.meta.url),
);
const agent = (id: string) => ({
  id,
  type: 'agent',
  config: { model: 'local/m', system: `You are ${id}.`, prompt: 'Go.', tools: ['books-work'] },
});

function world() {
  const { folder, remove } = folderWith({
    'flow.json': {
      skein: 1,
      id: 'team',
      entry: ['chief'],
      nodes: [agent('chief'), agent('helper')],
      edges: [{ from: 'chief', to: 'helper', kind: 'subagent' }],
    },
    'skein.config.json': {
      providers: { local: { type: 'openai-compatible', baseURL: `${fake.url}/v1` } },
      mcpServers: { books: { command: process.execPath, args: [program, 'ledger', 'ledger'] } },
    },
  });
  onTestFinished(remove);
  const ledger = path.join(folder, 'ledger');
  let child: ChildProcess | undefined;
  const run = (more: readonly string[] = []) => {
    const args = ['run', 'flow.json', '--key', 'k', '--json', '--store', 'sqlite:./runs.db'];
    return skein([...args, ...more], {
      cwd: folder,
      onStderr: (_, started) => (child = started),
    });
  };
  const written = () => (existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : []);
  return { run, ledger, written, kill: () => child?.kill('SIGKILL') };
}

const work = (id: string, item: string) => [{ id, name: 'books-work', arguments: { item } }];

/** What the two of them say, one after the other. */
const replies = [
  { toolCalls: work('c1', 'ink') },
  { toolCalls: [{ id: 'c2', name: 'helper', arguments: { input: 'Paper?' } }] },
  { toolCalls: work('h1', 'paper') },
  { text: 'There is paper.' },
  { text: 'All is there.' },
] as const;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20);
}

it.each([1, 2, 3, 4, 5])(
  '[C136] killed at request %i to the model, nothing recorded is repeated',
  async (request) => {
    const { run, written, kill } = world();
    const before = fake.requests.length;
    const said = replies.map((reply) => ({ ...reply, usage: { input: 10, output: 1 } }));
    fake.reply(...said.slice(0, request - 1), { fault: 'hang' }, ...said.slice(request - 1));
    const killed = run();
    await until(() => fake.requests.length === before + request);
    kill();
    expect((await killed).code).toBeNull();
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      output: 'All is there.',
      usage: { modelCalls: replies.length, inputTokens: 50 },
    });
    // Only the request that was never answered came twice.
    expect(fake.requests.length - before).toBe(replies.length + 1);
    expect(written()).toEqual(['ink', 'paper']);
  },
);

it('[C136] killed inside a call of an MCP server, a person decides about that call', async () => {
  const { run, ledger, written, kill } = world();
  const before = fake.requests.length;
  fake.reply(...replies);
  writeFileSync(`${ledger}.hold`, '');
  const killed = run();
  await until(() => written().length === 1);
  kill();
  expect((await killed).code).toBeNull();
  rmSync(`${ledger}.hold`);
  const asked = await run();
  expect(asked.code).toBe(3);
  expect(JSON.parse(asked.stdout)).toMatchObject({
    waits: [{ kind: 'outcome', data: { name: 'books-work', arguments: { item: 'ink' } } }],
  });
  const answer = { action: 'result', result: 'has ink' };
  const ended = await run(['--answer', `chief=${JSON.stringify(answer)}`]);
  expect(ended.code).toBe(0);
  expect(written()).toEqual(['ink', 'paper']);
  expect(fake.requests.length - before).toBe(replies.length);
});
