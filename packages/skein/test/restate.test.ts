// Server and workers as processes of their own, on a real Restate: everything is replaced by a new version while a run waits.
import { createClient, type Client } from '@skein/api';
import { freePort, startBalancer, startRestate, type ServedProcess } from '@skein/testkit';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { identityKey } from './identity-key.ts';
import { installation } from './restate-processes.ts';
import { folderWith, skein } from './spawn-skein.ts';

const workflow = {
  skein: 1,
  id: 'release',
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'before', type: 'function', config: { name: 'version' } },
    { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
    { id: 'after', type: 'function', config: { name: 'version' } },
    { id: 'end', type: 'end', config: { value: '${before.output} then ${after.output}' } },
  ],
  edges: [
    { from: 'in', to: 'before' },
    { from: 'before', to: 'ask' },
    { from: 'ask', out: 'approved', to: 'after' },
    { from: 'after', to: 'end' },
  ],
};

/** Functions that say which release they are of. The one that holds says when it begins, and ends when it is let go. */
const releaseFiles = (name: string) => ({
  'skein.config.json': { functions: ['./functions.mjs'] },
  'functions.mjs': `
    import { appendFileSync, existsSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    const version = () => '${name}';
    const hold = async () => {
      appendFileSync('begun', '.');
      while (!existsSync('go')) await pause(20);
      return version();
    };
    export const functions = { version, hold };`,
});
const release = (name: string) => folderWith(releaseFiles(name));

const holding = {
  skein: 1,
  id: 'holding',
  nodes: [
    { id: 'during', type: 'function', config: { name: 'hold' } },
    { id: 'after', type: 'function', config: { name: 'version' } },
    { id: 'end', type: 'end', config: { value: '${during.output} then ${after.output}' } },
  ],
  edges: [
    { from: 'during', to: 'after' },
    { from: 'after', to: 'end' },
  ],
};

it('[RS20][RS21] runs survive the replacement of two workers and two servers, one by one: one that waits ends on the new code, and a call in flight is finished by the worker that began it', async () => {
  const place = await installation();
  const [old, fresh] = [release('old'), release('new')];
  const workersOf = async (folder: string) => {
    const ports = [await freePort(), await freePort()];
    const balancer = await startBalancer(ports);
    const url = `http://127.0.0.1:${balancer.port}`;
    const start = (i: number) =>
      place.work(folder, ['--port', String(ports[i]), '--url', url, '--drain', '600']);
    return { start, close: () => balancer.close() };
  };
  const [before, after] = [await workersOf(old.folder), await workersOf(fresh.folder)];
  const oldWorkers = [await before.start(0), await before.start(1)];
  const oldServers = [await place.serve(old.folder), await place.serve(old.folder)];
  const oldClient = createClient({ server: oldServers[0]?.url ?? '' });
  const [waiting, held] = [await begin(oldClient, workflow), await begin(oldClient, holding)];
  await expect.poll(() => statusOf(oldClient, waiting), pollLong).toBe('waiting');
  await expect.poll(() => existsSync(path.join(old.folder, 'begun')), pollLong).toBe(true);

  // New workers come under an address of their own, and only then the old ones leave.
  const newWorkers = [await after.start(0), await after.start(1)];
  const leaving = oldWorkers.map((worker) => worker.stop());
  const newServers: ServedProcess[] = [];
  for (const server of oldServers) {
    newServers.push(await place.serve(fresh.folder));
    expect(await server.stop()).toBe(0);
  }
  const client = createClient({ server: newServers[1]?.url ?? '' });
  writeFileSync(path.join(old.folder, 'go'), '');
  expect(await Promise.all(leaving)).toEqual([0, 0]);
  expect(await outputOf(client, held)).toBe('old then new');
  expect(readFileSync(path.join(old.folder, 'begun'), 'utf8')).toBe('.');

  expect(await statusOf(client, waiting)).toBe('waiting');
  const answer = { node: 'ask', input: 'approve' };
  await client.call('resumeRun', { params: { id: waiting }, body: answer });
  expect(await outputOf(client, waiting)).toBe('old then new');
  // They have no successor: they end at once, and stay registered.
  expect(await Promise.all(newWorkers.map((worker) => worker.stop()))).toEqual([0, 0]);
  await place.close();
  for (const { close } of [before, after]) close();
  for (const { remove } of [old, fresh]) remove();
});

it('[RS26] a worker with the key of a Restate that signs works for it, and one with another key does not', async () => {
  const [own, other] = [identityKey(), identityKey()];
  const files = { ...releaseFiles('signed'), 'key.pem': own.privatePem };
  const { folder, remove } = folderWith(files);
  // Restate runs as another user, and reads the key.
  chmodSync(folder, 0o755);
  const restate = await startRestate({
    RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: path.join(folder, 'key.pem'),
  });
  const place = await installation(restate);
  const refused = place.work(folder, ['--identity-key', other.publicKey]);
  await expect(refused).rejects.toThrow(/HOST_UNAVAILABLE/);
  await place.work(folder, ['--identity-key', own.publicKey]);
  const client = createClient({ server: (await place.serve(folder)).url });
  await client.call('createWorkflow', { body: workflow });
  const { run_id: id } = await client.call('runWorkflow', {
    params: { id: workflow.id },
    body: {},
  });
  await expect.poll(async () => statusOf(client, id)).toBe('waiting');
  await place.close();
  await restate.stop();
  remove();
});

const pollLong = { timeout: 60_000 };

async function begin(client: Client, definition: typeof workflow | typeof holding) {
  await client.call('createWorkflow', { body: definition });
  const started = await client.call('runWorkflow', { params: { id: definition.id }, body: {} });
  return started.run_id;
}

async function outputOf(client: Client, id: string): Promise<unknown> {
  await expect.poll(() => statusOf(client, id), pollLong).toBe('completed');
  return ((await client.call('getRun', { params: { id } })) as { output: unknown }).output;
}

async function statusOf(client: Client, id: string): Promise<string> {
  const { status } = (await client.call('getRun', { params: { id } })) as { status: string };
  return status;
}

it.each([
  [['worker'], /--restate is missing/],
  [['worker', '--restate', 'here'], /not an address/],
  [['worker', '--restate', 'http://localhost:1'], /store that other machines can reach/],
  [['worker', '--restate', 'http://localhost:1', '--route', 'x'], /TYPE=POOL/],
  [['worker', '--restate', 'http://localhost:1', '--call-max', 'long'], /number of seconds/],
  [['serve', '--host-engine', 'restate'], /--restate is missing/],
  [['serve', '--restate', 'http://localhost:1'], /no effect/],
])('[RS22] %j is refused with a cure', async (given, message) => {
  const { code, stderr } = await skein(given);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
