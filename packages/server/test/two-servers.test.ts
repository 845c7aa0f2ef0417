// Two servers, each with an engine of its own, on one store: what one has started the other continues.
import { runId } from '@skein/kernel';
import { createServer, type SkeinServer } from '@skein/server';
import { openStore } from '@skein/stores';
import { createEngine, recordCassette, type Engine, type Store } from 'skein';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hello, type Loose } from './serving.ts';

interface Half {
  readonly engine: Engine;
  readonly server: SkeinServer;
  readonly send: (method: string, path: string, body?: unknown, key?: string) => Promise<Loose>;
}

let now = Date.UTC(2026, 0, 5, 12);
let store: Store;
let halves: readonly Half[] = [];

beforeEach(async () => {
  store = await openStore('memory');
  halves = [await half(), await half()];
});
afterEach(async () => {
  for (const { server, engine } of halves) {
    await server.close();
    await engine.close();
  }
  await store.close();
});

async function half(): Promise<Half> {
  const sharing = { pollMs: 10, leaseMs: 60_000 };
  const engine = await createEngine({ store, durable: { sharing }, isolatesUsers: true });
  const none = {
    nodeTypes: () => [],
    functions: () => [],
    models: () => [],
    tools: () => [],
    templates: () => [],
  };
  const server = createServer({
    engine,
    store,
    catalogue: none,
    recordCassette: (run) => recordCassette(engine, run),
    clock: { now: () => now },
  });
  const { url } = await server.listen({ port: 0 });
  return {
    engine,
    server,
    send: async (method, path, body, key) => {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
  };
}

const asksAgain = {
  skein: 1,
  id: 'again',
  policy: { maxSteps: 50 },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'ask', type: 'input', config: { prompt: 'And?' } },
    {
      id: 'more',
      type: 'if',
      config: { condition: { left: '${ask.output}', op: 'eq', right: 'more' } },
    },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'more' },
    { from: 'more', out: 'true', to: 'ask', loop: true },
  ],
};

it('[V27] resumes with one Idempotency-Key over two servers answer one wait', async () => {
  const [one, two] = halves as [Half, Half];
  await one.send('POST', '/workflows', asksAgain);
  const { body } = await one.send('POST', '/workflows/again/run?wait=20', {});
  const run: string = body.run_id;
  for (const round of [1, 2, 3]) {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? one : two).send(
          'POST',
          `/runs/${run}/resume`,
          { node: 'ask', input: 'more' },
          `round ${round}`,
        ),
      ),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(sent.map((each) => each.body.wait)).size).toBe(1);
    const late = await two.send('POST', `/runs/${run}/resume`, { input: 'more' }, `round ${round}`);
    expect(late.body.wait).toBe(sent[0]?.body.wait);
    const rows = (await store.runs.journal(runId(run))) ?? [];
    expect(rows.filter(({ type }) => type === 'wait.answered')).toHaveLength(round);
  }
});

it('[V74] a cron fires each tick once over two servers, whatever the clock does', async () => {
  const [one] = halves as [Half, Half];
  const minute = 60_000;
  const noon = now;
  await one.send('POST', '/workflows', hello);
  const config = { cron: '*/5 * * * *', timezone: 'UTC' };
  await one.send('PUT', '/workflows/hello/trigger', { trigger_type_id: 'schedule', config });
  const fire = async () => {
    await Promise.all([...halves, ...halves].map(({ server }) => server.fireDue()));
    return (await store.runs.list({})).items.length;
  };
  // The servers look by themselves too, as the clock goes on.
  now = noon + 5 * minute;
  expect(await fire()).toBe(1);
  // Back: the tick was fired, and is not fired again.
  now = noon;
  expect(await fire()).toBe(1);
  now = noon + 5 * minute + 30_000;
  expect(await fire()).toBe(1);
  now = noon + 10 * minute;
  expect(await fire()).toBe(2);
  // Ahead by a day, as after an outage: one run, for the last tick that was missed.
  now = noon + 24 * 60 * minute + 10;
  expect(await fire()).toBe(3);
  expect(await fire()).toBe(3);
  const [, , last] = (await store.runs.list({ order: 'oldest' })).items;
  const first = (await store.runs.journal(runId(last?.id ?? '')))?.[0];
  expect(first).toMatchObject({
    input: { scheduled_at: new Date(noon + 24 * 60 * minute).toISOString() },
  });
});
