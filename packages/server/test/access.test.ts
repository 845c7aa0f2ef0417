// What is revoked ends at once, also what is already open, whoever revoked it.
import { createServer, makeKey, revokeKey } from '@skein/server';
import { freshPostgres, neededServer } from '@skein/testkit';
import { openStore } from '@skein/stores';
import { createEngine, recordCassette } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { asking, serve, type Loose, type Serving } from './serving.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** Only for a machine that is busy: what is promised is a second. */
const soonMs = 20_000;
/** Nothing is looked up by itself: what ends, ends because somebody told. */
const accessLookMs = 3_600_000;

async function keyFor(
  { store }: Pick<Serving, 'store'>,
  user: string,
  scopes: readonly ('read' | 'run' | 'admin')[] = ['admin'],
) {
  const made = makeKey({ user, name: `of ${user}`, scopes, expiresAt: null, now: Date.now() });
  await store.keys.create(made.record);
  return { key: made.secret, id: made.record.id };
}

/** Opens the stream of a run that waits; resolves with true when it has ended. */
async function openStream(url: string, headers: Record<string, string>) {
  const json = { ...headers, 'content-type': 'application/json' };
  const send = (path: string, body: unknown) =>
    fetch(`${url}/api/v1${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
  await send('/workflows', asking);
  const run: Loose = await (await send('/workflows/asking/run?wait=20', {})).json();
  const stream = await fetch(`${url}/api/v1/runs/${run.run_id}/events`, { headers });
  expect(stream.status).toBe(200);
  return endOf(stream);
}

function endOf(stream: Response) {
  let isOver = false;
  const over = stream.text().then(
    () => (isOver = true),
    () => (isOver = true),
  );
  return { isOver: () => isOver, over };
}

it('[V442] a revoked key loses its open streams at once, and those of its sessions, and others keep theirs', async () => {
  const serving = await serve({ accessLookMs });
  const { send, url } = serving;
  const operator = await keyFor(serving, '');
  const ann = await keyFor(serving, 'ann');
  const bob = await keyFor(serving, 'bob');
  const signed = await send('POST', '/api/v1/session', { body: { key: ann.key } });
  const cookie = { cookie: (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  const anns = await openStream(url, bearer(ann.key));
  const browser = await openStream(url, cookie);
  const bobs = await openStream(url, bearer(bob.key));
  await send('DELETE', `/api/v1/server/keys/${ann.id}?user=ann`, { headers: bearer(operator.key) });
  await expect.poll(anns.isOver, { timeout: soonMs }).toBe(true);
  await expect.poll(browser.isOver, { timeout: soonMs }).toBe(true);
  expect(bobs.isOver()).toBe(false);
});

it('[V442] what a process revoked that tells nobody is noticed too', async () => {
  const serving = await serve();
  const bob = await keyFor(serving, 'bob');
  const bobs = await openStream(serving.url, bearer(bob.key));
  await serving.store.keys.revoke(bob.id, 'bob', Date.now());
  await expect.poll(bobs.isOver, { timeout: soonMs }).toBe(true);
});

it('[V442] a session that is signed out or revoked loses its streams, and its key does not', async () => {
  const serving = await serve({ accessLookMs });
  const { send, url } = serving;
  const { key } = await keyFor(serving, 'ann');
  const signed = await send('POST', '/api/v1/session', { body: { key } });
  const cookie = { cookie: (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  const browser = await openStream(url, cookie);
  const program = await openStream(url, bearer(key));
  await send('DELETE', '/api/v1/session', { headers: cookie });
  await expect.poll(browser.isOver, { timeout: soonMs }).toBe(true);
  expect(program.isOver()).toBe(false);
});

it('[V442] a start that waits for its run is refused when its key is revoked meanwhile', async () => {
  const serving = await serve({
    engineOptions: { script: { replies: [{ text: 'late', delayMs: 30_000, repeat: true }] } },
  });
  const { send, store } = serving;
  const ann = await keyFor(serving, 'ann');
  const slow = { skein: 1, id: 'slow', nodes: [{ id: 'a', type: 'llm', config: { prompt: 'x' } }] };
  const headers = bearer(ann.key);
  await send('POST', '/api/v1/workflows', { body: slow, headers });
  const waiting = send('POST', '/api/v1/workflows/slow/run?wait=25', { body: {}, headers });
  await expect.poll(async () => (await store.runs.list({})).items.length).toBe(1);
  await store.keys.revoke(ann.id, 'ann', Date.now());
  expect(await waiting).toMatchObject({
    status: 401,
    body: { error: { code: 'UNAUTHENTICATED' } },
  });
});

it('[V442] the streams of MCP clients end with their key', async () => {
  const serving = await serve();
  const ann = await keyFor(serving, 'ann');
  const headers = { ...bearer(ann.key), accept: 'application/json, text/event-stream' };
  const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const begun = await fetch(`${serving.url}/api/v1/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', ...client },
    }),
  });
  const session = begun.headers.get('mcp-session-id') ?? '';
  const stream = await fetch(`${serving.url}/api/v1/mcp`, {
    headers: { ...bearer(ann.key), accept: 'text/event-stream', 'mcp-session-id': session },
  });
  expect(stream.status).toBe(200);
  const listening = endOf(stream);
  await serving.store.keys.revoke(ann.id, 'ann', Date.now());
  await expect.poll(listening.isOver, { timeout: soonMs }).toBe(true);
});

it('[V442] on a shared PostgreSQL, what one server revokes loses its streams at the other', async () => {
  const database = await freshPostgres(await neededServer('postgres'));
  const half = async () => {
    const store = await openStore(database.url);
    const engine = await createEngine({
      store,
      durable: { sharing: { pollMs: 100, leaseMs: 60_000 } },
      isolatesUsers: true,
    });
    const none = () => [];
    const server = createServer({
      engine,
      store,
      accessLookMs,
      catalogue: { nodeTypes: none, functions: none, models: none, tools: none, templates: none },
      recordCassette: (run) => recordCassette(engine, run),
    });
    const { url } = await server.listen({ port: 0 });
    const close = async () => {
      await server.close();
      await engine.close();
      await store.close();
    };
    return { url, store, close };
  };
  const [one, two] = [await half(), await half()];
  onTestFinished(async () => {
    await one.close();
    await two.close();
    await database.drop();
  });
  const operator = await keyFor(one, '');
  const ann = await keyFor(one, 'ann');
  const stream = await openStream(one.url, bearer(ann.key));
  const revoked = await fetch(`${two.url}/api/v1/server/keys/${ann.id}?user=ann`, {
    method: 'DELETE',
    headers: bearer(operator.key),
  });
  expect(revoked.status).toBe(204);
  await expect.poll(stream.isOver, { timeout: soonMs }).toBe(true);
  // A command line on the same database tells them too.
  const bob = await keyFor(one, 'bob');
  const bobs = await openStream(one.url, bearer(bob.key));
  await revokeKey(two.store, { id: bob.id, user: 'bob', at: Date.now() });
  await expect.poll(bobs.isOver, { timeout: soonMs }).toBe(true);
});

it('[V443] the operator lists and revokes the keys and sessions of all users, and nobody else does', async () => {
  const serving = await serve();
  const { send } = serving;
  const operator = { headers: bearer((await keyFor(serving, '')).key) };
  const ann = await keyFor(serving, 'ann');
  await send('POST', '/api/v1/session', { body: { key: ann.key } });
  const seen: Loose[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Loose = await send('GET', `/api/v1/server/keys?limit=1${query}`, operator);
    seen.push(...page.body.items);
    cursor = page.body.nextCursor;
  }
  const held = seen.map(({ user, kind }) => `${user} ${kind}`);
  expect(held.toSorted()).toEqual(['ann key', 'ann session', 'local key']);
  expect(JSON.stringify(seen)).not.toContain(ann.key);
  const [session] = (await send('GET', '/api/v1/server/keys?kind=session', operator)).body.items;
  const place = `/api/v1/server/keys/${encodeURIComponent(session.id)}?user=ann`;
  for (const refused of [
    await send('GET', '/api/v1/server/keys', { headers: bearer(ann.key) }),
    await send('DELETE', place, { headers: bearer(ann.key) }),
  ]) {
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'NOT_ALLOWED' } } });
  }
  expect((await send('DELETE', place, operator)).status).toBe(204);
  const valid = await send('GET', '/api/v1/server/keys?valid=true&user=ann', operator);
  expect(valid.body.items).toMatchObject([{ id: ann.id, kind: 'key' }]);
  expect((await send('DELETE', `/api/v1/server/keys/${ann.id}?user=bob`, operator)).status).toBe(
    404,
  );
  // Ann sees in her own log who did it.
  const log = await send('GET', '/api/v1/audit', { headers: bearer(ann.key) });
  expect(log.body.items).toMatchObject([
    { action: 'key.revoke', subject: session.id, actor: expect.stringContaining('local') },
  ]);
});
