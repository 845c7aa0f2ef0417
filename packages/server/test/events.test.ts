import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, readEvents, type SentEvent } from '@skein/api';
import { expect, it } from 'vitest';
import { asking, hello, serve, type Serving } from './serving.ts';

const talking = {
  skein: 1,
  id: 'talking',
  nodes: [
    { id: 'ask', type: 'approval', config: { prompt: 'Talk?' } },
    { id: 'say', type: 'llm', config: { prompt: 'one two three four five' } },
  ],
  edges: [{ from: 'ask', out: 'approved', to: 'say' }],
};

async function readAll({ url }: Serving, run: string, headers = {}): Promise<SentEvent[]> {
  return eventsOf(await fetch(`${url}/api/v1/runs/${run}/events`, { headers }));
}

async function eventsOf(response: Response): Promise<SentEvent[]> {
  if (response.body === null) return [];
  const events: SentEvent[] = [];
  for await (const event of readEvents(response.body)) events.push(event);
  return events;
}

it('[V40] the ids of events are the rows of the journal, tokens have none, and the stream ends with the run', async () => {
  const serving = await serve({
    engineOptions: {
      script: { replies: [{ when: {}, text: 'a b c d e f' }] },
    },
  });
  const { send, store, engine, url } = serving;
  await send('POST', '/api/v1/workflows', { body: talking });
  const { body } = await send('POST', '/api/v1/workflows/talking/run?wait=20');
  const stream = await fetch(`${url}/api/v1/runs/${body.run_id}/events`);
  await engine.waits.answer({ run: body.run_id, node: 'ask' }, 'yes');
  const events = await eventsOf(stream);
  const rows = (await store.runs.journal(body.run_id)) ?? [];
  const kept = events.filter(({ id }) => id !== undefined);
  expect(kept.map(({ id }) => Number(id))).toEqual(rows.map(({ seq }) => seq));
  expect(kept.map(({ event }) => event)).toEqual(rows.map(({ type }) => type));
  expect(JSON.parse(kept[0]?.data ?? '')).toMatchObject({ type: 'event', seq: 1, event: rows[0] });
  const tokens = events.filter(({ event }) => event === 'transient');
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.every(({ id }) => id === undefined)).toBe(true);
  const again = await readAll(serving, body.run_id);
  expect(again).toEqual(kept);
});

it('[V41] a stream that is cut anywhere continues without a gap and without repeating a row', async () => {
  const serving = await serve();
  const { send, url, engine } = serving;
  await send('POST', '/api/v1/workflows', { body: asking });
  const { body } = await send('POST', '/api/v1/workflows/asking/run?wait=20');
  const run = body.run_id;
  const seen: number[] = [];
  const leave = new AbortController();
  const first = await fetch(`${url}/api/v1/runs/${run}/events`, { signal: leave.signal });
  for await (const { id } of readEvents(first.body as ReadableStream<Uint8Array>)) {
    if (id !== undefined) seen.push(Number(id));
    if (seen.length === 1) break;
  }
  leave.abort();
  const rest = fetch(`${url}/api/v1/runs/${run}/events`, {
    headers: { 'last-event-id': String(seen[0]) },
  });
  await engine.waits.answer({ run, node: 'review' }, 'yes');
  for await (const { id } of readEvents((await rest).body as ReadableStream<Uint8Array>)) {
    if (id !== undefined) seen.push(Number(id));
  }
  const { seq } = await engine.runs.finished(run);
  expect(seen).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
  for (let after = 0; after < seq; after++) {
    const tail = await readAll(serving, run, { 'last-event-id': String(after) });
    expect(tail.map(({ id }) => Number(id))).toEqual(seen.slice(after));
  }
  const over = await send('GET', `/api/v1/runs/${run}/events`, {
    headers: { 'last-event-id': String(seq) },
  });
  expect(over.status).toBe(204);
  const odd = await send('GET', `/api/v1/runs/${run}/events`, {
    headers: { 'last-event-id': 'x' },
  });
  expect(odd.status).toBe(400);
  expect((await send('GET', '/api/v1/runs/nope/events')).status).toBe(404);
});

it('[V42] the client follows a run over a restart of the server', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-server-'));
  const before = await serve({ folder });
  await before.send('POST', '/api/v1/workflows', { body: asking });
  const { body } = await before.send('POST', '/api/v1/workflows/asking/run?wait=20');
  const port = Number(new URL(before.url).port);
  const seen: number[] = [];
  const lost: boolean[] = [];
  const { promise: isFollowing, resolve: followed } = Promise.withResolvers<void>();
  const following = (async () => {
    const options = { onLost: (isLost: boolean) => lost.push(isLost) };
    for await (const update of before.client.events(body.run_id, options)) {
      if (update.type === 'event') seen.push(update.seq);
      followed();
    }
  })();
  await isFollowing;
  await before.close();
  const after = await serve({ folder });
  await after.server.listen({ port });
  await after.engine.waits.answer({ run: body.run_id, node: 'review' }, 'yes');
  await following;
  const { seq } = await after.engine.runs.finished(body.run_id);
  expect(seen).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
  expect(lost.filter((isLost) => !isLost).length).toBeGreaterThan(1);
  await after.close();
  rmSync(folder, { recursive: true, force: true });
});

it('[V43] a silent stream shows signs of life', async () => {
  const serving = await serve({ streams: { heartbeatMs: 20 } });
  await serving.send('POST', '/api/v1/workflows', { body: asking });
  const { body } = await serving.send('POST', '/api/v1/workflows/asking/run?wait=20');
  const response = await fetch(
    `${serving.url}/api/v1/runs/${body.run_id}/events?after=${body.run.seq}`,
  );
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  while (!text.includes(': still here'))
    text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
});

it('[V44] twenty readers that never read are cut off, and do not hold up the one that reads', async () => {
  // Many large events: more than sockets and buffers take.
  const rounds = 400;
  const big = 'x'.repeat(50_000);
  const serving = await serve({
    streams: { heartbeatMs: 50, stalledMs: 2000 },
    engineOptions: { functions: { big: () => big } },
  });
  const { send, url } = serving;
  const chatty = {
    skein: 1,
    id: 'chatty',
    nodes: [
      { id: 'ask', type: 'approval', config: { prompt: 'Begin?' } },
      ...Array.from({ length: rounds }, (_, n) => ({
        id: `n${n}`,
        type: 'function',
        config: { name: 'big' },
      })),
    ],
    edges: Array.from({ length: rounds }, (_, n) => ({
      from: n === 0 ? 'ask' : `n${n - 1}`,
      ...(n === 0 ? { out: 'approved' } : {}),
      to: `n${n}`,
    })),
  };
  expect((await send('POST', '/api/v1/workflows', { body: chatty })).status).toBe(201);
  const { body } = await send('POST', '/api/v1/workflows/chatty/run?wait=20');
  const run = body.run_id;
  const deaf = Array.from({ length: 20 }, () => openDeaf(url, run));
  const good = readAll(serving, run);
  await serving.engine.waits.answer({ run, node: 'ask' }, 'yes');
  const events = await good;
  const rows = events.filter(({ id }) => id !== undefined).map(({ id }) => Number(id));
  expect(rows).toEqual(rows.map((_, i) => i + 1));
  expect(rows.length).toBeGreaterThan(rounds);
  await Promise.all(deaf.map(({ closed }) => closed));
});

/** A client that asks for the stream and never reads from its socket; `closed` when the server cuts it off. */
function openDeaf(url: string, run: string): { readonly closed: Promise<void> } {
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.write(`GET /api/v1/runs/${run}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  socket.pause();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => resolve());
  socket.on('close', () => resolve());
  // A paused socket hears of a reset only when it tries to write.
  const timer = setInterval(() => socket.write('\r\n'), 100);
  void closed.then(() => clearInterval(timer));
  return { closed };
}

it('[V45] a server that is stopped ends its streams, refuses new requests and lets others finish', async () => {
  const serving = await serve();
  const { send, url, server } = serving;
  for (const body of [hello, asking]) await send('POST', '/api/v1/workflows', { body });
  const { body } = await send('POST', '/api/v1/workflows/asking/run?wait=20');
  const stream = await fetch(`${url}/api/v1/runs/${body.run_id}/events`);
  const waiting = send('POST', '/api/v1/workflows/asking/run?wait=50');
  await expect.poll(async () => (await send('GET', '/api/v1/runs')).body.items.length).toBe(2);
  await server.close();
  expect(await stream.text()).toContain('run.started');
  expect((await waiting).status).toBe(200);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

it('[V46] a value of 10 MB is sent as a reference to its row, and the client puts it back', async () => {
  const big = 'b'.repeat(10 * 1024 * 1024);
  const call = (id: string, args = {}) => ({ id, type: 'function', config: { name: id, args } });
  const large = {
    skein: 1,
    id: 'large',
    nodes: [call('make'), call('pass', { from: '${make.output}' })],
    edges: [{ from: 'make', to: 'pass' }],
  };
  const serving = await serve({
    engineOptions: {
      functions: { make: () => ({ list: [1, big] }), pass: () => 'small' },
    },
  });
  await serving.send('POST', '/api/v1/workflows', { body: large });
  const { body } = await serving.send('POST', '/api/v1/workflows/large/run?wait=20');
  const rows = (await serving.store.runs.journal(body.run_id)) ?? [];
  const made = rows.find((row) => row.type === 'node.completed' && row.node === 'make');
  const events = await readAll(serving, body.run_id);
  expect(events.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThan(64 * 1024);
  const sent = JSON.parse(events.find(({ id }) => id === String(made?.seq))?.data ?? '');
  expect(sent.event.value).toEqual({ list: [1, null] });
  const [reference] = sent.large;
  expect(reference).toMatchObject({
    path: ['event', 'value', 'list', 1],
    bytes: big.length + 2,
    in: ['value', 'list', 1],
  });
  const { items } = (await serving.send('GET', reference.href)).body;
  expect(items).toEqual([made]);
  const updates = [];
  for await (const update of serving.client.events(body.run_id)) updates.push(update);
  expect(updates.map((update) => update.type === 'event' && update.event)).toEqual(rows);
  const facts = updates.flatMap((update) => (update.type === 'event' ? update.derived : []));
  const completed = facts.find(
    ({ type, node }) => type === 'activation.completed' && node === 'make',
  );
  expect(completed?.['value']).toEqual({ list: [1, big] });
});

it('[V420] with tree=true the stream has the runs below, each event names its run, and it resumes at any id', async () => {
  const inner = { skein: 1, nodes: [{ id: 'in', type: 'transform', config: { value: 'x' } }] };
  const nodes = [{ id: 'all', type: 'map', config: { items: [1, 2, 3], workflow: inner } }];
  const serving = await serve();
  const { send, url } = serving;
  await send('POST', '/api/v1/workflows', { body: { skein: 1, id: 'outer', nodes } });
  const { body } = await send('POST', '/api/v1/workflows/outer/run?wait=20');
  const read = (after?: string, query = '?tree=true') =>
    fetch(`${url}/api/v1/runs/${body.run_id}/events${query}`, {
      headers: after === undefined ? {} : { 'last-event-id': after },
    });
  const nameOf = ({ data }: SentEvent) => {
    const { run, seq } = JSON.parse(data) as { readonly run: string; readonly seq: number };
    return `${run} ${seq}`;
  };
  const whole = await eventsOf(await read());
  expect(new Set(whole.map(({ data }) => (JSON.parse(data) as { run: string }).run)).size).toBe(4);
  for (const [i, { id }] of whole.entries()) {
    const response = await read(id);
    const rest = await eventsOf(response);
    expect([response.status, rest.length]).toEqual([
      i === whole.length - 1 ? 204 : 200,
      whole.length - i - 1,
    ]);
    const all = [...whole.slice(0, i + 1), ...rest].map(nameOf);
    expect(new Set(all)).toEqual(new Set(whole.map(nameOf)));
  }
  const followed = createClient({ server: url }).events(body.run_id, { tree: true });
  const rows: string[] = [];
  for await (const update of followed) if (update.type === 'event') rows.push(update.run ?? '');
  expect(rows).toHaveLength(whole.length);
  expect((await read('nonsense')).status).toBe(400);
  const own = await eventsOf(await read(undefined, ''));
  expect(own.length).toBeLessThan(whole.length);
});
