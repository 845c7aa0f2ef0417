// One installation on a real Restate: two servers, a worker, and a worker of a pool of its own, all of them real processes. What the
// REST API and the commands do there is what they do with an engine in the process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client } from '@skein/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installation, type Installation } from './restate-processes.ts';
import { folderWith, skein } from './spawn-skein.ts';

const many = 50;
const seen: (string | undefined)[] = [];
const outside = createServer((request, response) => {
  seen.push(request.headers.authorization);
  response.end('{}');
});
const port = await new Promise<number>((resolve) => {
  outside.listen(0, '127.0.0.1', () => resolve((outside.address() as AddressInfo).port));
});
const headers = { Authorization: 'Bearer ${CRM}' };
const project = folderWith({
  'skein.config.json': {
    functions: ['./functions.mjs'],
    http: {
      allow: [`127.0.0.1:${port}`],
      tools: { crm: { url: `http://127.0.0.1:${port}/`, headers } },
    },
  },
  'functions.mjs': `
    const who = () => process.env.WHO;
    export const functions = { who };
    export const tools = { who: { effect: 'idempotent', run: who } };`,
  'script.json': { replies: [{ text: 'One word after the other.' }], otherwise: 'fail' },
});
const workflow = {
  skein: 1,
  id: 'ask',
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
    { id: 'pooled', type: 'function', config: { name: 'who' } },
    { id: 'usual', type: 'tool', config: { tool: 'who' } },
    { id: 'end', type: 'end', config: { value: ['${pooled.output}', '${usual.output}'] } },
  ],
  edges: [
    { from: 'in', to: 'ask' },
    { from: 'ask', out: 'approved', to: 'pooled' },
    { from: 'pooled', to: 'usual' },
    { from: 'usual', to: 'end' },
  ],
};
const output = ['pool', { results: [{ name: 'who', result: 'default' }], last: 'who', node: null }];

let place: Installation;
let servers: readonly string[];
let clients: readonly Client[];
/** By the number of a request, one server or the other. */
const nth = (i: number) => clients[i % clients.length] as Client;

beforeAll(async () => {
  place = await installation();
  const { folder } = project;
  const started = await Promise.all([
    place.serve(folder),
    place.serve(folder),
    place.work(folder, ['--route', 'function=calls', '--script', 'script.json'], 'default'),
    place.work(folder, ['--pool', 'calls'], 'pool'),
  ]);
  servers = started.slice(0, 2).map(({ url }) => url);
  clients = servers.map((server) => createClient({ server }));
  await nth(0).call('createWorkflow', { body: workflow });
});

afterAll(async () => {
  await place.close();
  outside.close();
  project.remove();
});

const statusOf = async (id: string) =>
  ((await nth(1).call('getRun', { params: { id } })) as { status: string }).status;
async function reaches(id: string, status: string): Promise<void> {
  await expect.poll(() => statusOf(id)).toBe(status);
}

/** `skein runs …` on one of the servers. */
const command = (...given: readonly string[]) =>
  skein(['runs', ...given, '--server', servers[1] ?? ''], { cwd: project.folder });

/** … and on a store. */
const onStore = (store: string, given: readonly string[], stdin = '') =>
  skein(['runs', ...given, '--store', store], { cwd: project.folder, stdin });

async function startOne(i: number, key?: string): Promise<string> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const params = { id: workflow.id };
  const { run_id: id } = await nth(i).call('runWorkflow', { params, body: {}, headers });
  return id;
}

async function finishOne(): Promise<string> {
  const id = await startOne(0);
  await reaches(id, 'waiting');
  await nth(0).call('resumeRun', { params: { id }, body: { node: 'ask', input: 'approve' } });
  await reaches(id, 'completed');
  return id;
}

it('C10 [RS4] fifty starts with one key, and fifty equal answers, over two servers: one takes effect', async () => {
  const times = Array.from({ length: many }, (_, i) => i);
  const ids = await Promise.all(times.map((i) => startOne(i, 'the same')));
  const [id = '', ...others] = [...new Set(ids)];
  expect(others).toEqual([]);
  await reaches(id, 'waiting');
  const { items: waits } = await nth(0).call('listWaits', { query: { run: id } });
  const answer = { params: { id: waits[0]?.id ?? '' }, body: 'approve' };
  const answered = await Promise.allSettled(times.map((i) => nth(i).call('answerWait', answer)));
  const refused = answered.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toEqual([]);
  await reaches(id, 'completed');
  const { items } = await nth(0).call('listRuns', { query: { workflow: workflow.id } });
  expect(items.map((run) => run.id)).toEqual([id]);
  const { stdout } = await onStore(place.storeUrl, ['export', id]);
  expect(stdout.match(/"wait\.answered"/g)).toHaveLength(1);
});

it('[RS29] nodes of a type that is routed to a pool are called there, and only there', async () => {
  const id = await finishOne();
  expect(await nth(1).call('getRun', { params: { id } })).toMatchObject({ output });
});

it('[RS30] runs are explained, exported, imported, forked and compared as everywhere; a replay is refused, and made by an engine of its own', async () => {
  const id = await finishOne();
  const [explained, exported, forked, refused] = await Promise.all([
    command('explain', id, 'usual', '--json'),
    onStore(place.storeUrl, ['export', id]),
    command('fork', id, '--from', 'usual', '--json'),
    command('replay', id),
  ]);
  expect(JSON.parse(explained.stdout)).toMatchObject({ status: 'completed' });
  const { id: fork } = JSON.parse(forked.stdout) as { id: string };
  await reaches(fork, 'completed');
  expect((await command('diff', id, fork, '--exit-code')).code).toBe(0);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/REPLAY_REFUSED[^]*skein runs replay RUN --store/);

  // What the message says.
  const again = await onStore(place.storeUrl, ['replay', id, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({
    divergence: null,
    output: { equal: true, after: output },
  });
  const copy = 'sqlite:./copy.db';
  expect(await onStore(copy, ['import', '-'], exported.stdout)).toMatchObject({ code: 0 });
  const shown = await onStore(copy, ['show', id, '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'completed', output });
});

it('[RS41] the words of a model on a worker reach whoever follows the run at a server', async () => {
  const speaking = {
    skein: 1,
    id: 'speaking',
    nodes: [
      { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
      { id: 'say', type: 'llm', config: { prompt: 'Say something.' } },
    ],
    edges: [{ from: 'ask', out: 'approved', to: 'say' }],
  };
  await nth(0).call('createWorkflow', { body: speaking });
  const started = await nth(0).call('runWorkflow', { params: { id: speaking.id }, body: {} });
  const { run_id: id } = started;
  const words: unknown[] = [];
  for await (const update of nth(1).events(id)) {
    if (update.type === 'transient') words.push(update.data['text']);
    // Whoever sees a row is known as a watcher.
    const isAsked = update.type === 'event' && update.event['type'] === 'run.started';
    if (isAsked) await nth(0).call('resumeRun', { params: { id }, body: { input: 'approve' } });
  }
  expect(words.join('')).toBe('One word after the other.');
});

it('[RS31] a secret that a server keeps is known to the workers', async () => {
  const asking = {
    skein: 1,
    id: 'asking',
    nodes: [{ id: 'ask', type: 'tool', config: { tool: 'crm', args: {} } }],
  };
  await nth(0).call('createWorkflow', { body: asking });
  await nth(0).call('putSecret', { params: { name: 'CRM' }, body: { value: 'a-secret-of-ours' } });
  const { run_id: id } = await nth(1).call('runWorkflow', { params: { id: asking.id }, body: {} });
  await reaches(id, 'completed');
  expect(seen).toEqual(['Bearer a-secret-of-ours']);
});
