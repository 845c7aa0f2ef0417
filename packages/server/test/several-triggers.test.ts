// Goal: a workflow with several triggers, in its definition or apart from it: each starts runs at its own node with its own input.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

const shop = {
  skein: 1,
  id: 'shop',
  name: 'Shop',
  triggers: [
    { name: 'nightly', type: 'schedule', start: 'load', config: { cron: '0 3 * * *' } },
    { name: 'order', type: 'webhook', start: 'received' },
    { name: 'paid', type: 'event', start: 'received', config: { event: 'order.paid' } },
  ],
  nodes: [
    { id: 'load', type: 'start' },
    { id: 'received', type: 'start', config: { schema: { type: 'object', required: ['order'] } } },
    { id: 'all', type: 'transform', config: { value: { all: '${trigger}' } } },
    { id: 'one', type: 'transform', config: { value: { one: '${trigger.order}' } } },
    { id: 'done', type: 'join' },
  ],
  edges: [
    { from: 'load', to: 'all' },
    { from: 'received', to: 'one' },
    { from: 'all', to: 'done', in: 'all' },
    { from: 'one', to: 'done', in: 'one' },
  ],
};

async function triggersOf({ send }: Serving, workflow = 'shop'): Promise<Loose[]> {
  return (await send('GET', `/api/v1/triggers?workflow=${workflow}`)).body.items;
}

function outputOf({ engine }: Serving, run: string): Promise<Loose> {
  return engine.runs.finished(run).then(({ output }) => output);
}

it('[V1750] the triggers of a native definition are saved with it; each starts at its node, with joins that wait for nothing else', async () => {
  const serving = await serve();
  const { send } = serving;
  expect((await send('POST', '/api/v1/workflows', { body: shop })).status).toBe(201);
  const listed = await triggersOf(serving);
  expect(
    listed.map(({ uuid, name, start, is_written: isWritten, next_fire_at: next }) => [
      uuid,
      name,
      start,
      isWritten,
      next !== null,
    ]),
  ).toEqual([
    ['shop:nightly', 'nightly', 'load', true, false],
    ['shop:order', 'order', 'received', true, false],
    ['shop:paid', 'paid', 'received', true, false],
  ]);
  const fired = await send('POST', '/api/v1/triggers/shop:order/test', {
    body: { data: { order: 7 } },
  });
  expect(await outputOf(serving, fired.body.run_id)).toEqual({ one: { one: 7 } });
  const sent = await send('POST', '/api/v1/events', {
    body: { name: 'order.paid', data: { order: 8 } },
  });
  expect(await outputOf(serving, sent.body.started[0].run_id)).toEqual({ one: { one: 8 } });
  const byName = await send('POST', '/api/v1/workflows/shop/run?wait=5', {
    body: { trigger: 'order', input: { order: 9 } },
  });
  expect(byName.body.run.output).toEqual({ one: { one: 9 } });
  const byHand = await send('POST', '/api/v1/workflows/shop/run?wait=5', { body: { input: 'x' } });
  expect(byHand.body.run.output).toEqual({ all: { all: 'x' } });
  // Input is checked by the schema of the chosen start, and only by that.
  const refused = await send('POST', '/api/v1/workflows/shop/run', {
    body: { trigger: 'order', input: 'x' },
  });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'INPUT_INVALID']);
  const unknown = await send('POST', '/api/v1/workflows/shop/run', { body: { trigger: 'ordr' } });
  expect([unknown.status, unknown.body.error.hint]).toEqual([
    404,
    'The definition of "shop" has the triggers "nightly", "order", "paid".',
  ]);
  const both = await send('POST', '/api/v1/workflows/shop/run', {
    body: { trigger: 'order', start: 'load' },
  });
  expect([both.status, both.body.error.code]).toEqual([400, 'START_UNCLEAR']);
});

it('[V1751] a change of one of them changes the definition and leaves the others, with their addresses and secrets', async () => {
  const serving = await serve();
  const { send } = serving;
  await send('POST', '/api/v1/workflows', { body: shop });
  const { body: made } = await send('POST', '/api/v1/triggers/shop:order/secret');
  const changed = await send('PUT', '/api/v1/triggers/shop:nightly', {
    body: { config: { cron: '0 4 * * *' } },
  });
  expect(changed.body).toMatchObject({
    name: 'nightly',
    start: 'load',
    config: { cron: '0 4 * * *' },
  });
  const read = await send('GET', '/api/v1/workflows/shop');
  expect(read.body.definition.triggers[0]).toEqual({
    name: 'nightly',
    type: 'schedule',
    start: 'load',
    config: { cron: '0 4 * * *' },
  });
  expect((await send('DELETE', '/api/v1/triggers/shop:paid')).status).toBe(204);
  const added = await send('POST', '/api/v1/workflows/shop/triggers', {
    body: { name: 'mail', trigger_type_id: 'new_email', start: 'received' },
  });
  expect([added.status, added.body.name, added.body.is_written]).toEqual([201, 'mail', true]);
  expect((await triggersOf(serving)).map(({ name }) => String(name)).toSorted()).toEqual([
    'mail',
    'nightly',
    'order',
  ]);
  const body = '{"order":1}';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(made.secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`m.${timestamp}.${body}`).digest('base64');
  const delivered = await send('POST', made.url, {
    text: body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'm',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  });
  expect(delivered.status).toBe(202);
  const same = await send('POST', '/api/v1/workflows/shop/triggers', {
    body: { name: 'mail', trigger_type_id: 'webhook' },
  });
  expect([same.status, same.body.error.details.complaints[0].pointer]).toEqual([400, '/name']);
});

it('[V1752] a version that names no triggers takes those of the one before away, and none that were set apart', async () => {
  const serving = await serve();
  const { send } = serving;
  await send('POST', '/api/v1/workflows', { body: shop });
  const { triggers: _, ...plain } = shop;
  const read = await send('GET', '/api/v1/workflows/shop');
  await send('PUT', '/api/v1/workflows/shop', {
    body: plain,
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  expect(await triggersOf(serving)).toEqual([]);
  await send('PUT', '/api/v1/workflows/shop/triggers', {
    body: {
      triggers: [
        { name: 'a', trigger_type_id: 'event', config: { event: 'a' }, start: 'received' },
        { name: 'b', trigger_type_id: 'schedule' },
      ],
    },
  });
  expect((await triggersOf(serving)).map(({ name, is_written: is }) => [name, is])).toEqual([
    ['a', false],
    ['b', false],
  ]);
  const again = await send('GET', '/api/v1/workflows/shop');
  expect(again.body.definition.triggers).toBeUndefined();
  await send('PUT', '/api/v1/workflows/shop', {
    body: { ...plain, description: 'changed' },
    headers: { 'if-match': again.headers.get('etag') ?? '' },
  });
  expect((await triggersOf(serving)).map(({ name }) => name)).toEqual(['a', 'b']);
  const started = await send('POST', '/api/v1/workflows/shop/run?wait=5', {
    body: { trigger: 'a', input: { order: 3 } },
  });
  expect(started.body.run.output).toEqual({ one: { one: 3 } });
});

it('[V1753] an import or copy with triggers is switched off; a cron expression that cannot be read is refused and saves nothing', async () => {
  const serving = await serve();
  const { send } = serving;
  const imported = await send('POST', '/api/v1/workflows/import', { body: shop });
  expect([imported.status, imported.body.isActive]).toEqual([201, false]);
  expect((await triggersOf(serving)).every(({ is_active: isOn }) => !isOn)).toBe(true);
  const broken = {
    ...shop,
    id: 'broken',
    triggers: [{ name: 'n', type: 'schedule', config: { cron: 'every day' } }],
  };
  const refused = await send('POST', '/api/v1/workflows', { body: broken });
  expect([refused.status, refused.body.error.details.complaints[0].pointer]).toEqual([
    400,
    '/config/cron',
  ]);
  expect((await send('GET', '/api/v1/workflows/broken')).status).toBe(404);
});

it('[V1754] the single route keeps working, and a pipeline keeps to one trigger', async () => {
  const serving = await serve();
  const { send } = serving;
  await send('POST', '/api/v1/workflows', { body: hello });
  await send('PUT', '/api/v1/workflows/hello/trigger', { body: { trigger_type_id: 'webhook' } });
  expect(await triggersOf(serving, 'hello')).toMatchObject([{ name: null, start: null }]);
  const made = await send('POST', '/api/v1/workflows', {
    body: { name: 'P', dialect: 'pipeline' },
  });
  const path = `/api/v1/workflows/${made.body.id}/triggers`;
  expect((await send('POST', path, { body: { trigger_type_id: 'webhook' } })).status).toBe(201);
  const second = await send('POST', path, { body: { trigger_type_id: 'manual' } });
  expect([second.status, second.body.error.message]).toEqual([
    400,
    expect.stringContaining('a pipeline has one'),
  ]);
});
