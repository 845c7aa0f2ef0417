// Goal: a model does not approve its own calls through another server of the same database either. Method: two servers on one PostgreSQL;
// the run is on one of them, and an HTTP tool with the key of the very user who may answer sends its answers to the other.
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { freshPostgres, neededServer } from '@skein/testkit';
import { afterEach, expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const thief = (tool: string) => ({
  id: 'thief',
  type: 'tool',
  config: { tool, args: '${tell.output}' },
});
/** One branch asks a person, the other is told how, and answers itself. */
const flow = (tool: string) => ({
  skein: 1,
  id: `steals-${tool}`,
  entry: ['boss', 'tell'],
  policy: { onError: 'continue' },
  nodes: [
    { id: 'boss', type: 'approval', config: { prompt: 'Pay?' } },
    { id: 'tell', type: 'input', config: { prompt: 'Which wait?' } },
    thief(tool),
  ],
  edges: [{ from: 'tell', to: 'thief' }],
});

async function servers() {
  const database = await freshPostgres(await neededServer('postgres'));
  ending.push(() => database.drop());
  const made = makeKey({ user: 'ann', name: 'ann', scopes: ['admin'], expiresAt: null, now: 0 });
  const headers = { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' };
  const serve = async (config: object) => {
    const server = await composeServer({ store: database.url, config });
    ending.push(() => server.close());
    return server.listen({ port: 0 });
  };
  const other = await serve({});
  const store = await openStore(database.url);
  await store.keys.create(made.record);
  await store.close();
  const own = await serve({
    http: {
      allow: ['127.0.0.1'],
      tools: {
        answer: {
          url: `${other.url}/api/v1/waits/{wait}/answer`,
          method: 'POST',
          // Whatever a definition or an operator writes there, it stays the call of this run.
          headers: { Authorization: headers.authorization, 'Skein-Run': 'somebody-else' },
        },
        resume: {
          url: `${other.url}/api/v1/runs/{run}/resume`,
          method: 'POST',
          headers: { Authorization: headers.authorization },
        },
      },
    },
  });
  const ask = async (method: string, path: string, body?: unknown): Promise<Loose> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${own.url}/api/v1${path}`, { method, headers, ...sent });
    return response.json();
  };
  return { ask, other, headers };
}

it('[X1601] a tool of a run does not answer for it through another server of the database', async () => {
  const { ask } = await servers();
  for (const tool of ['answer', 'resume']) {
    await ask('POST', '/workflows', flow(tool));
    const { run_id: run } = await ask('POST', `/workflows/steals-${tool}/run?wait=20`, {});
    const { waits } = await ask('GET', `/runs/${run}`);
    const { id: wait } = waits.find(({ node }: Loose) => node === 'boss');
    const args =
      tool === 'answer' ? { wait, decision: 'approve' } : { run, wait, input: 'approve' };
    await ask('POST', `/runs/${run}/resume`, { node: 'tell', input: args });
    const told = async () => JSON.stringify((await ask('GET', `/runs/${run}/journal`)).items);
    await expect.poll(told, { timeout: 20_000 }).toContain('NOT_ALLOWED');
    expect((await ask('GET', `/waits/${wait}`)).status).toBe('open');
    // A person still may.
    await ask('POST', `/waits/${wait}/answer`, 'approve');
    expect((await ask('GET', `/waits/${wait}`)).status).toBe('answered');
  }
});

it('[X1601] nor does it use an answer link that somebody made', async () => {
  const { ask, other, headers } = await servers();
  await ask('POST', '/workflows', flow('answer'));
  const { run_id: run } = await ask('POST', '/workflows/steals-answer/run?wait=20', {});
  const { waits } = await ask('GET', `/runs/${run}`);
  const { id: wait } = waits.find(({ node }: Loose) => node === 'boss');
  const made = await fetch(`${other.url}/api/v1/waits/${wait}/links`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ for: 'ann' }),
  });
  const { url } = (await made.json()) as { readonly url: string };
  const post = (more: Record<string, string>) =>
    fetch(`${other.url}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
      body: 'decision=approve',
    });
  expect((await post({ 'skein-run': run })).status).toBe(403);
  expect((await ask('GET', `/waits/${wait}`)).status).toBe('open');
  expect((await post({})).status).toBe(200);
});
