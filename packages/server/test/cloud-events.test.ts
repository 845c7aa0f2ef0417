// Goal: other systems send events as CloudEvents, and get those of workflows, in their order.
import { expect, it } from 'vitest';
import { asking, hello, serve, type Loose, type Serving } from './serving.ts';
import { startReceiver } from './receivers.ts';

async function listening({ send }: Serving): Promise<void> {
  await send('POST', '/api/v1/workflows', { body: hello });
  const body = { trigger_type_id: 'event', config: { event: 'person.arrived' } };
  await send('PUT', '/api/v1/workflows/hello/trigger', { body });
}

async function post(
  { url }: Serving,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Loose> {
  const sent = body === undefined ? {} : { body };
  const response = await fetch(`${url}/api/v1/events`, { method: 'POST', headers, ...sent });
  return { status: response.status, body: await response.json() };
}

const type = 'application/cloudevents+json; charset=utf-8';
const event = {
  specversion: '1.0',
  id: '7',
  source: 'https://door.example.org',
  type: 'person.arrived',
  time: '2026-11-17T19:00:00Z',
  doorcolour: 'red',
  data: { name: 'Ada' },
};

it('[V2303] a CloudEvent in one JSON object starts what listens to its type, once for its source and id', async () => {
  const serving = await serve();
  await listening(serving);
  const first = await post(serving, { 'content-type': type }, JSON.stringify(event));
  expect(first.status).toBe(202);
  const { run_id: run } = first.body.started[0];
  expect(await serving.engine.runs.finished(run)).toMatchObject({ output: 'Hello, Ada!' });
  const again = await post(serving, { 'content-type': type }, JSON.stringify(event));
  expect(again.body.started[0].run_id).toBe(run);
  const other = { ...event, source: 'https://gate.example.org' };
  const elsewhere = await post(serving, { 'content-type': type }, JSON.stringify(other));
  expect(elsewhere.body.started[0].run_id).not.toBe(run);
});

it('[V2303] one with its attributes in headers has its data as the body, or none', async () => {
  const serving = await serve();
  await listening(serving);
  const attributes = {
    'ce-specversion': '1.0',
    'ce-id': '8',
    'ce-source': '/doors/%C3%A4',
    'ce-type': 'person.arrived',
  };
  const json = { 'content-type': 'application/json' };
  const first = await post(serving, { ...attributes, ...json }, '{"name":"Eve"}');
  expect(first.status).toBe(202);
  const { run_id: run } = first.body.started[0];
  expect(await serving.engine.runs.finished(run)).toMatchObject({ output: 'Hello, Eve!' });
  const empty = await post(serving, { ...attributes, 'ce-type': 'nobody.listens' });
  expect([empty.status, empty.body.started]).toEqual([202, []]);
});

it('[V2303] what is none is refused, naming what it lacks', async () => {
  const serving = await serve();
  const cases: readonly (readonly [object, string])[] = [
    [{ ...event, specversion: '0.3' }, '/specversion'],
    [{ ...event, id: '' }, '/id'],
    [{ ...event, type: undefined }, '/type'],
    [{ ...event, source: 3 }, '/source'],
    [{ ...event, data: undefined, data_base64: 'AAAA' }, '/data_base64'],
    [[event], ''],
  ];
  for (const [body, pointer] of cases) {
    const refused = await post(serving, { 'content-type': type }, JSON.stringify(body));
    expect([body, refused.status]).toEqual([body, 400]);
    expect(JSON.stringify(refused.body)).toContain(`"pointer":"${pointer}"`);
  }
  const headers = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-type': 'x' };
  expect((await post(serving, headers)).status).toBe(400);
});

/** Delivers only when it is told to. */
async function telling(
  url: string,
): Promise<Serving & { readonly after: (ms: number) => Promise<number> }> {
  let passed = 0;
  const serving = await serve({
    clock: { now: () => Date.now() + passed },
    onProblem: () => {},
    outbox: {
      webhooks: new Map([['ops', { url }]]),
      backstopMs: 3_600_000,
      retryMs: [1000, 5000],
      post: async ({ url: to, ...request }) => {
        const { status } = await fetch(to, { method: 'POST', ...request });
        return { status };
      },
    },
    engineOptions: {
      config: { server: { outbox: { webhooks: { ops: { url, events: ['*'] } } } } },
    },
  });
  return {
    ...serving,
    after(ms) {
      passed += ms;
      return serving.server.deliverDue();
    },
  };
}

it('[V2300] what a run tells arrives in its order, though its first message is refused; other runs do not wait for it', async () => {
  const receiver = await startReceiver();
  const serving = await telling(receiver.url);
  const { send, engine, after } = serving;
  await send('POST', '/api/v1/workflows', { body: asking });
  const start = async () =>
    (await send('POST', '/api/v1/workflows/asking/run?wait=20', { body: {} })).body;
  const first = await start();
  receiver.status = 503;
  await after(0);
  receiver.status = 204;
  await engine.waits.answer({ run: first.run_id, node: 'review' }, 'yes');
  await engine.runs.finished(first.run_id);
  const second = await start();
  const from = receiver.received.length;
  const seen = () =>
    receiver.received
      .slice(from)
      .map(({ text }) => JSON.parse(text))
      .map(({ type: kind, subject }) => `${subject === first.run_id ? 'first' : 'second'} ${kind}`);
  await after(0);
  await after(0);
  expect(seen()).toEqual(['second wait.opened']);
  expect(second.status).toBe('waiting');
  for (let i = 0; i < 4; i++) await after(1000);
  expect(seen().slice(1)).toEqual(['first wait.opened', 'first wait.closed', 'first run.finished']);
});

it('[V2300] one that was given up holds up nothing, and arrives when it is replayed', async () => {
  const receiver = await startReceiver();
  const { send, engine, after, store } = await telling(receiver.url);
  await send('POST', '/api/v1/workflows', { body: asking });
  const run = (await send('POST', '/api/v1/workflows/asking/run?wait=20', { body: {} })).body
    .run_id;
  receiver.status = 410;
  await after(0);
  receiver.status = 204;
  await engine.waits.answer({ run, node: 'review' }, 'yes');
  await engine.runs.finished(run);
  await after(0);
  const kinds = () => receiver.received.slice(1).map(({ text }) => JSON.parse(text).type);
  expect(kinds()).toEqual(['wait.closed', 'run.finished']);
  const [dead] = (await store.outbox.list({ status: 'dead' })).items;
  await send('POST', `/api/v1/outbox/${dead?.id}/replay`);
  await after(0);
  await expect.poll(kinds).toEqual(['wait.closed', 'run.finished', 'wait.opened']);
});

it('[V2301] an event that a workflow emits arrives with its name, between what came before and after', async () => {
  const receiver = await startReceiver();
  const { send, engine, after } = await telling(receiver.url);
  const workflow = {
    skein: 1,
    id: 'emits',
    nodes: [{ id: 'tell', type: 'emit', config: { name: 'order.paid', data: { n: 7 } } }],
  };
  await send('POST', '/api/v1/workflows', { body: workflow });
  const { run_id: run } = (await send('POST', '/api/v1/workflows/emits/run', { body: {} })).body;
  await engine.runs.finished(run);
  await after(0);
  const events = receiver.received.map(({ text }) => JSON.parse(text));
  expect(events.map(({ type: name }) => name)).toEqual(['order.paid', 'run.finished']);
  expect(events[0]).toMatchObject({
    subject: run,
    data: { run, workflow: { id: 'emits' }, node: 'tell', name: 'order.paid', data: { n: 7 } },
  });
});
