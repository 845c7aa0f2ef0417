// Server and workers as processes of their own, on a real Restate: everything is replaced by a new version while a run waits.
import { createClient, type Client } from '@skein/api';
import { startRestate } from '@skein/testkit';
import { chmodSync } from 'node:fs';
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

const releaseFiles = (name: string) => ({
  'skein.config.json': { functions: ['./functions.mjs'] },
  'functions.mjs': `export const functions = { version: () => '${name}' };`,
});
const release = (name: string) => folderWith(releaseFiles(name));

it('[RS20][RS21] a run that waits survives the replacement of all workers and servers, and ends on the new code', async () => {
  const place = await installation();
  const [old, fresh] = [release('old'), release('new')];
  const [server, worker] = await Promise.all([place.serve(old.folder), place.work(old.folder)]);
  const before = createClient({ server: server.url });
  await before.call('createWorkflow', { body: workflow });
  const started = await before.call('runWorkflow', { params: { id: workflow.id }, body: {} });
  const { run_id: id } = started;
  await expect.poll(async () => statusOf(before, id)).toBe('waiting');

  // A new worker, then the old one leaves; then the servers change too.
  const next = await place.work(fresh.folder);
  expect(await worker.stop()).toBe(0);
  expect(await server.stop()).toBe(0);
  const after = createClient({ server: (await place.serve(fresh.folder)).url });

  expect(await statusOf(after, id)).toBe('waiting');
  await after.call('resumeRun', { params: { id }, body: { node: 'ask', input: 'approve' } });
  await expect.poll(async () => statusOf(after, id)).toBe('completed');
  expect(await after.call('getRun', { params: { id } })).toMatchObject({ output: 'old then new' });
  expect(await next.stop()).toBe(0);
  await place.close();
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

async function statusOf(client: Client, id: string): Promise<string> {
  const { status } = (await client.call('getRun', { params: { id } })) as { status: string };
  return status;
}

it.each([
  [['worker'], /--restate is missing/],
  [['worker', '--restate', 'here'], /no address/],
  [['worker', '--restate', 'http://localhost:1'], /store that other machines reach/],
  [['worker', '--restate', 'http://localhost:1', '--route', 'x'], /TYPE=POOL/],
  [['worker', '--restate', 'http://localhost:1', '--call-max', 'long'], /number of seconds/],
  [['serve', '--host-engine', 'restate'], /--restate is missing/],
  [['serve', '--restate', 'http://localhost:1'], /of no use/],
])('[RS22] %j is refused with a cure', async (given, message) => {
  const { code, stderr } = await skein(given);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
