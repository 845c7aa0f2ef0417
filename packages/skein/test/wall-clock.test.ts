// A server whose clock is not what it seems: set forward while it runs, or frozen with the whole process.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createClient, type Client } from '@skein/api';
import { serveProcess, type ServedProcess } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderWith, program } from './spawn-skein.ts';

/** The wall clock of the process is ahead by what the file says. */
const shift = `
import { readFileSync } from 'node:fs';
const now = Date.now;
Date.now = () => now() + Number(readFileSync('shift.txt', 'utf8'));
`;

const delayed = (id: string, ms: number) => ({
  skein: 1,
  id,
  nodes: [{ id: 'sleep', type: 'delay', config: { ms } }],
});

let folder = '';
let remove = () => {};
let server: ServedProcess;
let client: Client;

beforeEach(async () => {
  ({ folder, remove } = folderWith({ 'shift.mjs': shift, 'shift.txt': '0' }));
  const preload = ['--import', './shift.mjs'];
  const command = [...preload, program, 'serve', '--port', '0', '--json', '--store', 'sqlite:a.db'];
  server = await serveProcess(command, { cwd: folder });
  client = createClient({ server: server.url });
});

afterEach(async () => {
  await server.stop();
  remove();
});

async function started(workflow: ReturnType<typeof delayed>): Promise<() => Promise<unknown>> {
  await client.call('createWorkflow', { body: workflow });
  const { run_id: id } = await client.call('runWorkflow', {
    params: { id: workflow.id },
    body: {},
  });
  return async () => (await client.call('getRun', { params: { id } })).status;
}

it('[X424] a run that sleeps for hours continues within seconds when the clock is set forward', async () => {
  const status = await started(delayed('hours', 3 * 3_600_000));
  expect(await status()).not.toBe('completed');
  writeFileSync(path.join(folder, 'shift.txt'), String(4 * 3_600_000));
  await expect.poll(status, { timeout: 10_000 }).toBe('completed');
});

it('[X424] a run whose time came while the process was frozen continues when it is thawed', async () => {
  const status = await started(delayed('second', 1000));
  process.kill(server.pid, 'SIGSTOP');
  await new Promise((resolve) => {
    setTimeout(resolve, 2000);
  });
  process.kill(server.pid, 'SIGCONT');
  await expect.poll(status, { timeout: 10_000 }).toBe('completed');
});
