// Goal: an evaluation that is killed in the middle goes on, and nothing is done or paid twice. Method: the real command, killed while a
// tool holds back the answer to one case; then started again. What the tool was asked is counted.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { createClient } from '@skein/api';
import { serveProcess } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith, program, skein } from '../spawn-skein.ts';

/** Answers with the word that it is asked for, and holds back `stop` until it may answer. */
async function tool() {
  const state = { asked: [] as string[], held: [] as ServerResponse[], isHolding: true };
  const server = createServer((request, response) => {
    const word = new URL(request.url ?? '', 'http://tool').searchParams.get('word') ?? '';
    state.asked.push(word);
    if (word === 'stop' && state.isHolding) state.held.push(response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(word));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const look = {
    url: `http://127.0.0.1:${port}/?word={word}`,
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  };
  const config = { http: { allow: [`127.0.0.1:${port}`], tools: { look } } };
  return Object.assign(state, { config });
}

const flow = {
  skein: 1,
  id: 'words',
  nodes: [
    {
      id: 'say',
      type: 'tool',
      config: { tool: 'look', args: { word: '${trigger.word}' } },
    },
  ],
};
const words = ['one', 'two', 'three', 'stop', 'five', 'six'];
const soon = { timeout: 60_000, interval: 20 };

it('[EV2800] an evaluation over REST goes on after kill -9, without being read, and runs every case once', async () => {
  const asked = await tool();
  const { folder, remove } = folderWith({ 'skein.config.json': asked.config });
  onTestFinished(remove);
  const start = () => serveProcess([program, 'serve', '--port', '0', '--json'], { cwd: folder });
  const first = await start();
  const client = createClient({ server: first.url });
  await client.call('putWorkflow', { params: { id: 'words' }, body: flow });
  for (const word of words)
    await client.call('addCase', {
      params: { dataset: 'd' },
      body: { id: word, input: { word }, expected: word },
    });
  const scorers = [{ name: 'exact', check: 'output.results[0].result == expected' }];
  const { id } = await client.call('startEvaluation', {
    body: { workflow: 'words', dataset: 'd', scorers },
  });
  // The others are done, and one is on its way.
  await expect.poll(() => new Set(asked.asked).size, soon).toBe(words.length);
  const ended = async () =>
    (await client.call('listRuns', { query: { status: 'completed' } })).items.length;
  await expect.poll(ended, soon).toBe(words.length - 1);
  process.kill(first.pid, 'SIGKILL');
  asked.isHolding = false;
  const second = await start();
  onTestFinished(() => void process.kill(second.pid, 'SIGKILL'));
  const again = createClient({ server: second.url });
  const states = async () =>
    (await again.call('listEvaluations', { query: {} })).items.map(({ status }) => status);
  await expect.poll(states, soon).toEqual(['done']);
  const { report } = await again.call('getEvaluation', { params: { id } });
  expect(report).toMatchObject({ scorers: [{ name: 'exact', mean: 1, cases: words.length }] });
  expect((await again.call('listRuns', { query: {} })).items).toHaveLength(words.length);
  const counts = words.map((word) => asked.asked.filter((each) => each === word).length);
  expect(counts).toEqual([1, 1, 1, 2, 1, 1]);
});

it('[EV2801] `skein eval --record` goes on after kill -9: what was recorded is not asked again', async () => {
  const asked = await tool();
  const { folder, remove } = folderWith({
    'skein.config.json': asked.config,
    'flow.json': flow,
    'words.eval.json': {
      eval: 1,
      workflow: 'flow.json',
      data: words.map((word) => ({ id: word, input: { word }, expected: word })),
      scorers: [{ name: 'exact', check: 'output.results[0].result == expected' }],
      cassette: 'words.jsonl',
    },
  });
  onTestFinished(remove);
  const command = ['eval', 'words.eval.json', '--record', '--concurrency', '1', '--json'];
  const child = spawn(process.execPath, [program, ...command], { cwd: folder, stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('close', resolve));
  await expect.poll(() => asked.held.length, soon).toBe(1);
  child.kill('SIGKILL');
  await gone;
  const file = path.join(folder, 'words.jsonl');
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
  // As if it had been killed in the middle of a line.
  writeFileSync(file, '{"case":"stop","tri', { flag: 'a' });
  asked.isHolding = false;
  asked.asked.length = 0;
  const { code, stdout, stderr } = await skein(command, { cwd: folder });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(stdout)).toMatchObject({ scorers: [{ mean: 1, cases: words.length }] });
  expect(asked.asked).toEqual(['stop', 'five', 'six']);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(words.length);
});
