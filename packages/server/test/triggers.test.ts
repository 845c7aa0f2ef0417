import { createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

async function withTrigger({ send }: Serving, body: object): Promise<string> {
  await send('POST', '/api/v1/workflows', { body: hello });
  const set = await send('PUT', '/api/v1/workflows/hello/trigger', { body });
  expect(set.status).toBe(200);
  const listed = await send('GET', '/api/v1/triggers');
  return listed.body.items[0].uuid;
}

interface Hook {
  readonly id?: string;
  readonly at?: number;
  readonly body?: string;
  readonly signed?: string;
}

/** Signs as the standard says, with code of our own. */
function hooks({ send }: Serving, trigger: string, secret: string) {
  return ({ id = 'msg_1', at = Date.now(), body = '{"name":"Ada"}', signed = body }: Hook = {}) => {
    const timestamp = String(Math.floor(at / 1000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key)
      .update(`${id}.${timestamp}.${signed}`)
      .digest('base64');
    return send('POST', `/api/v1/hooks/${trigger}`, {
      text: body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,bm90IHRoaXMgb25l v1,${signature}`,
      },
    });
  };
}

it('[V72][V440] a webhook with a right signature starts one run; a wrong, late, early or missing one leaves no row', async () => {
  const serving = await serve();
  const { send, store } = serving;
  const trigger = await withTrigger(serving, { trigger_type_id: 'webhook' });
  const { body: made } = await send('POST', `/api/v1/triggers/${trigger}/secret`);
  expect(made).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
    url: `/api/v1/hooks/${trigger}`,
  });
  const hook = hooks(serving, trigger, made.secret);
  const right = await hook();
  expect([right.status, right.body.matched]).toEqual([202, true]);
  const again = await hook();
  expect(again.body.run_id).toBe(right.body.run_id);
  const changed = await hook({ body: '{"name":"Bob"}' });
  expect(changed).toMatchObject({
    status: 409,
    body: { error: { code: 'START_REPEATED', details: { run: right.body.run_id } } },
  });
  expect(await serving.engine.runs.finished(right.body.run_id)).toMatchObject({
    output: 'Hello, Ada!',
  });
  const minutes = 60_000;
  const refused = [
    await hook({ id: 'msg_2', signed: '{"name":"Eve"}' }),
    await hook({ id: 'msg_3', at: Date.now() - 6 * minutes }),
    await hook({ id: 'msg_4', at: Date.now() + 6 * minutes }),
    await hooks(
      serving,
      trigger,
      `whsec_${Buffer.from('another').toString('base64')}`,
    )({ id: 'msg_5' }),
    await hooks(serving, 'unknown', made.secret)({ id: 'msg_6' }),
    await send('POST', `/api/v1/hooks/${trigger}`, { body: {} }),
  ];
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
    refused.map(() => [401, 'SIGNATURE_INVALID']),
  );
  expect((await store.runs.list({})).items).toHaveLength(1);
  const history = await send('GET', `/api/v1/triggers/${trigger}/history`);
  expect(history.body.items.map((each: Loose) => [each.outcome, each.run])).toEqual([
    ['failed', null],
    ['started', right.body.run_id],
  ]);
  const fifty = await Promise.all(Array.from({ length: 50 }, () => hook({ id: 'msg_7' })));
  expect(new Set(fifty.map(({ body }) => body.run_id)).size).toBe(1);
  // A new secret takes the place of the old one.
  await send('POST', `/api/v1/triggers/${trigger}/secret`);
  expect((await hook({ id: 'msg_8' })).status).toBe(401);
});

it('[V444] a signature is over the bytes that were sent, however they are written', async () => {
  const serving = await serve();
  const trigger = await withTrigger(serving, { trigger_type_id: 'webhook' });
  const { body: made } = await serving.send('POST', `/api/v1/triggers/${trigger}/secret`);
  const hook = hooks(serving, trigger, made.secret);
  const bodies = [
    '{ "name" : "Ada",\n  "b": 1,  "a": 2 }',
    '{"name":"Ad\\u0061","amount":1.0,"large":1e2}',
    '{"name":"\\u00c4da","path":"a\\/b"}',
    // Decoding drops the mark.
    '\ufeff{"name":"Ada"}',
  ];
  for (const [at, body] of bodies.entries()) {
    expect([body, (await hook({ id: `msg_${at}`, body })).status]).toEqual([body, 202]);
    const written = JSON.stringify(JSON.parse(body.replace('\ufeff', '')));
    const other = await hook({ id: `other_${at}`, body, signed: written });
    expect([body, other.status]).toEqual([body, 401]);
  }
});

it('[V79] a sender that delivers too much is told when to come back; ids of deliveries are forgotten after a week', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const serving = await serve({
    clock: { now: () => now },
    hookRate: { perSecond: 1, burst: 3 },
  });
  const { send, store } = serving;
  const trigger = await withTrigger(serving, { trigger_type_id: 'webhook' });
  const { body: made } = await send('POST', `/api/v1/triggers/${trigger}/secret`);
  const hook = hooks(serving, trigger, made.secret);
  // What is not signed uses up nothing.
  for (let n = 0; n < 5; n++) expect((await hook({ at: 0 })).status).toBe(401);
  const statuses: number[] = [];
  for (const id of ['a', 'b', 'c', 'd']) statuses.push((await hook({ id, at: now })).status);
  expect(statuses).toEqual([202, 202, 202, 429]);
  const refused = await hook({ id: 'd', at: now });
  expect([refused.headers.get('retry-after'), refused.body.error.code]).toEqual([
    '1',
    'RATE_LIMITED',
  ]);
  now += 1000;
  expect((await hook({ id: 'd', at: now })).status).toBe(202);
  const isNew = () => store.deliveries.add({ trigger, user: '', message: 'a', at: now });
  expect(await isNew()).toBe(false);
  await serving.server.fireDue();
  expect(await isNew()).toBe(false);
  now += 8 * 24 * 3_600_000;
  await serving.server.fireDue();
  expect(await isNew()).toBe(true);
});

it('[V73] filters decide which deliveries start a run; a workflow that is switched off starts none, but by hand', async () => {
  const serving = await serve();
  const { send } = serving;
  const trigger = await withTrigger(serving, {
    trigger_type_id: 'new_email',
    filter_rules: {
      email_blacklist: ['spam@example.org'],
      domain_whitelist: ['example.org'],
      left: '${trigger.subject}',
      op: 'contains',
      right: 'invoice',
    },
  });
  const mail = async (from: string, subject: string, id?: string) =>
    (
      await send('POST', '/api/v1/events', {
        body: { name: 'new_email', data: { from, subject }, id },
      })
    ).body;
  const good = await mail('Ada <ada@EXAMPLE.org>', 'invoice 7', 'm1');
  expect(good.started).toMatchObject([{ trigger, matched: true }]);
  expect((await mail('Ada <ada@EXAMPLE.org>', 'invoice 7', 'm1')).started[0].run_id).toBe(
    good.started[0].run_id,
  );
  for (const [from, subject] of [
    ['spam@example.org', 'invoice'],
    ['ada@sub.example.org', 'invoice'],
    ['ada@example.org', 'hello'],
  ]) {
    const { started } = await mail(from ?? '', subject ?? '');
    expect(started).toMatchObject([{ matched: false, run_id: null }]);
  }
  const history = await send('GET', `/api/v1/triggers/${trigger}/history`);
  expect(history.body.items.map((each: Loose) => each.outcome)).toEqual([
    'filtered',
    'filtered',
    'filtered',
    'started',
  ]);
  await send('PATCH', '/api/v1/workflows/hello', { body: { isActive: false } });
  expect((await send('GET', `/api/v1/triggers/${trigger}`)).body.is_active).toBe(false);
  expect((await mail('ada@example.org', 'invoice')).started).toEqual([]);
  expect((await send('POST', '/api/v1/workflows/hello/run', { body: {} })).status).toBe(202);
});

const minute = 60_000;
const noon = Date.UTC(2026, 0, 5, 12);
const noCassettes = () => Promise.reject(new Error('Nobody asks for one.'));

it('[V74] a schedule fires once for each tick, however many servers there are', async () => {
  let now = noon;
  const clock = { now: () => now };
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-schedule-'));
  const serving = await serve({ clock, folder });
  // Two servers over one store: neither listens, both are asked to fire.
  const { createServer } = await import('@skein/server');
  const { engine, store } = serving;
  const catalogue = {
    nodeTypes: () => [],
    functions: () => [],
    models: () => [],
    tools: () => [],
    templates: () => [],
  };
  const servers = [0, 1].map(() =>
    createServer({ engine, store, catalogue, clock, recordCassette: noCassettes }),
  );
  const trigger = await withTrigger(serving, {
    trigger_type_id: 'schedule',
    config: { cron: '*/5 * * * *', timezone: 'UTC' },
  });
  const { body } = await serving.send('GET', `/api/v1/triggers/${trigger}`);
  expect(body.next_fire_at).toBe(new Date(noon + 5 * minute).toISOString());
  const fire = async () => {
    const fired = await Promise.all([...servers, ...servers].map((server) => server.fireDue()));
    return fired.reduce((sum, each) => sum + each, 0);
  };
  expect(await fire()).toBe(0);
  now = noon + 5 * minute;
  expect(await fire()).toBe(1);
  now = noon + 10 * minute + 1;
  expect(await fire()).toBe(1);
  const runs = await store.runs.list({});
  expect(runs.items).toHaveLength(2);
  // Nobody was there for an hour: one run for all that was missed.
  now = noon + 70 * minute + 1;
  expect(await fire()).toBe(1);
  expect((await store.runs.list({})).items).toHaveLength(3);
  const next = await serving.send('GET', `/api/v1/triggers/${trigger}`);
  expect(next.body.next_fire_at).toBe(new Date(noon + 75 * minute).toISOString());
  await serving.send('PUT', `/api/v1/triggers/${trigger}`, {
    body: { config: { cron: '*/5 * * * *', catchUp: 'none' } },
  });
  now = noon + 130 * minute + 1;
  await fire();
  expect((await store.runs.list({})).items).toHaveLength(3);
  const history = await serving.send('GET', `/api/v1/triggers/${trigger}/history`);
  expect(history.body.items[0].outcome).toBe('missed');
});

it('[V74] time zones and their changes are those of the calendar', async () => {
  const serving = await serve({ clock: { now: () => Date.UTC(2026, 2, 28, 12) } });
  const trigger = await withTrigger(serving, {
    trigger_type_id: 'schedule',
    config: { cron: '30 9 * * *', timezone: 'Europe/Paris' },
  });
  // The clocks go forward in the night to the 29th.
  const { body } = await serving.send('GET', `/api/v1/triggers/${trigger}`);
  expect(body.next_fire_at).toBe('2026-03-29T07:30:00.000Z');
  const odd = await serving.send('PUT', '/api/v1/workflows/hello/trigger', {
    body: { trigger_type_id: 'schedule', config: { cron: 'whenever' } },
  });
  expect([odd.status, odd.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
});

it.each([
  {
    night: 'that lacks the time',
    from: Date.UTC(2026, 2, 28, 20),
    tick: '2026-03-29T01:00:00.000Z',
  },
  { night: 'that has it twice', from: Date.UTC(2026, 9, 24, 20), tick: '2026-10-25T00:30:00.000Z' },
])('[V74] a schedule fires once in the night $night', async ({ from, tick }) => {
  let now = from;
  const serving = await serve({ clock: { now: () => now } });
  const trigger = await withTrigger(serving, {
    trigger_type_id: 'schedule',
    config: { cron: '30 2 * * *', timezone: 'Europe/Paris' },
  });
  while (now < from + 12 * 60 * minute) {
    now += 10 * minute;
    await serving.server.fireDue();
  }
  const { body } = await serving.send('GET', `/api/v1/triggers/${trigger}/history`);
  expect(body.items.map((each: Loose) => [each.outcome, each.data.name])).toEqual([
    ['started', tick],
  ]);
});

it('[V75] an import starts nothing by itself; a trigger goes with its workflow', async () => {
  const serving = await serve();
  const { send, store } = serving;
  const mails = {
    name: 'Mails',
    trigger: { trigger_type_id: 'schedule', config: { cron: '* * * * *' } },
    steps: [
      { type: 'custom_llm', name: 'One', model: 'm', system_prompt: 'Hi <<trigger_output>>' },
    ],
  };
  const imported = await send('POST', '/api/v1/workflows/import', { body: mails });
  expect(imported.body).toMatchObject({ isActive: false, is_active: false });
  expect(await store.triggers.nextDue()).toBeNull();
  const place = `/api/v1/workflows/${imported.body.id}`;
  const on = await send('PATCH', place, { body: { isActive: true } });
  expect(on.body.isActive).toBe(true);
  expect(await store.triggers.nextDue()).not.toBeNull();
  await send('DELETE', place);
  expect((await send('GET', '/api/v1/triggers')).body.items).toEqual([]);
  expect(await store.triggers.nextDue()).toBeNull();
});

it('[V76] an event starts every workflow that listens to it, however many pages of triggers there are', async () => {
  const serving = await serve();
  const { send, store } = serving;
  const event = { trigger_type_id: 'event', config: { event: 'news' } };
  const id = await withTrigger(serving, event);
  const { items } = await store.triggers.list({ id });
  const [first] = items;
  if (first === undefined) throw new Error('The trigger was saved.');
  const more = 200;
  for (let i = 0; i < more; i++) await store.triggers.put({ ...first, id: `copy-${i}` });
  const { body } = await send('POST', '/api/v1/events', { body: { name: 'news', data: {} } });
  expect(body.started).toHaveLength(more + 1);
});

it('[V441] one trigger that refuses what an event brings stops no other, and the reply tells which and why', async () => {
  const serving = await serve();
  const { send, store } = serving;
  const event = { trigger_type_id: 'event', config: { event: 'news' } };
  const schema = { type: 'object', required: ['title'] };
  const strict = {
    skein: 1,
    id: 'strict',
    nodes: [{ id: 'start', type: 'start', config: { schema } }],
  };
  const last = await withTrigger(serving, event);
  await send('POST', '/api/v1/workflows', { body: strict });
  await send('PUT', '/api/v1/workflows/strict/trigger', { body: event });
  const [refusing] = (await store.triggers.list({})).items.filter(({ id }) => id !== last);
  if (refusing === undefined) throw new Error('The trigger was saved.');
  // More than a page of those that refuse, on both sides of the one that does not.
  for (let i = 0; i < 205; i++) {
    await store.triggers.put({ ...refusing, id: `${i % 2 === 0 ? '0' : 'z'}-${i}` });
  }
  const sent = await send('POST', '/api/v1/events', {
    body: { name: 'news', id: 'e1', data: { name: 'Ada' } },
  });
  expect(sent.status).toBe(202);
  const { started } = sent.body;
  expect(started).toHaveLength(207);
  const right = started.filter((each: Loose) => each.run_id !== null);
  expect(right).toEqual([{ trigger: last, matched: true, run_id: expect.any(String) }]);
  const refused = started.filter((each: Loose) => each.run_id === null);
  for (const each of refused) {
    expect(each).toMatchObject({ matched: true, error: { code: 'INPUT_INVALID' } });
  }
  const history = await send('GET', `/api/v1/triggers/${refusing.id}/history`);
  expect(history.body.items).toMatchObject([{ outcome: 'failed' }]);
  const again = await send('POST', '/api/v1/events', {
    body: { name: 'news', id: 'e1', data: { name: 'Ada' } },
  });
  expect(again.body.started.filter((each: Loose) => each.run_id !== null)).toEqual(right);
});

it('[V76] an event wakes the runs of its user that wait for it, and no others', async () => {
  const serving = await serve();
  const { send, engine } = serving;
  const waiting = {
    skein: 1,
    id: 'parcel',
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'arrived', type: 'event', config: { name: 'parcel.arrived' } },
    ],
    edges: [{ from: 'start', to: 'arrived' }],
  };
  await send('POST', '/api/v1/workflows', { body: waiting });
  await engine.workflows.save(waiting, { user: 'ann' });
  const mine = await send('POST', '/api/v1/workflows/parcel/run?wait=20', { body: {} });
  const anns = await engine.runs.start('parcel', { user: 'ann' });
  await engine.runs.settled(anns.id);
  const sent = await send('POST', '/api/v1/events', {
    body: { name: 'parcel.arrived', data: { parcel: 7 } },
  });
  expect(sent.body).toMatchObject({ delivered: 1, kept: false, started: [] });
  expect(await engine.runs.finished(mine.body.run_id)).toMatchObject({ output: { parcel: 7 } });
  expect((await engine.runs.get(anns.id)).status).toBe('waiting');
  const foreign = await send('POST', '/api/v1/events', { body: { name: 'x', run: anns.id } });
  expect(foreign.status).toBe(404);
});
