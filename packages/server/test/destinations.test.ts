// Goal: the operator, and nobody else, says where messages go while the server runs; what they keep secret stays secret. Method: a real
// server with real receivers, over a real file.
import { randomBytes } from 'node:crypto';
import { makeKey, sealer, storedDestinations, type ServerOptions } from '@skein/server';
import { runId, versionId, workflowId } from '@skein/kernel';
import type { OutboxMessage } from '@skein/ports';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { startMailReceiver, startReceiver } from './receivers.ts';
import { serve, type Loose, type Sent, type Serving } from './serving.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;

const outbox: NonNullable<ServerOptions['outbox']> = {
  webhooks: new Map([['fixed', { url: 'https://fixed.example.org/', secret: async () => secret }]]),
  // As the composition does it, without the guard, which lets nobody reach this machine.
  async post({ url, ...request }) {
    const { status } = await fetch(url, { method: 'POST', ...request });
    return { status };
  },
  resolve: async ({ host }) => host,
};

const message = (recipient: string, id: string, dueAt: number): OutboxMessage => ({
  id,
  user: '',
  kind: 'run.finished',
  recipient,
  run: runId('r'),
  wait: null,
  data: {},
  linkUntil: null,
  dueAt,
  createdAt: dueAt,
});

type Ask = (method: string, path: string, body?: unknown) => Promise<Sent>;

async function asUser({ store, send }: Serving, user: string): Promise<Ask> {
  const made = makeKey({ user, name: 'key', scopes: ['admin'], expiresAt: null, now: Date.now() });
  await store.keys.create(made.record);
  const headers = { authorization: `Bearer ${made.secret}` };
  return (method, path, body) =>
    send(method, `/api/v1${path}`, body === undefined ? { headers } : { headers, body });
}

it('[V850][V4352] the operator sets up, changes, lists, tests and removes destinations; the secret never comes back', async () => {
  const receiver = await startReceiver();
  const serving = await serve({ outbox });
  const ask = await asUser(serving, '');
  const hook = { kind: 'webhook', url: receiver.url, events: ['run.failed'] };
  const made = await ask('PUT', '/destinations/ops', { ...hook, secret });
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ ...hook, name: 'ops', source: 'server', secret: 'set' }),
  ]);
  const changed = await ask('PUT', '/destinations/ops', { ...hook, format: 'slack' });
  expect([changed.status, changed.body.secret, changed.body.format]).toEqual([200, 'set', 'slack']);
  expect((await ask('PUT', '/destinations/ops', hook)).body.secret).toBe('set');
  const listed = await ask('GET', '/destinations');
  expect(listed.body.items.map((each: Loose) => [each.name, each.source, each.secret])).toEqual([
    ['fixed', 'configuration', 'set'],
    ['ops', 'server', 'set'],
  ]);
  expect(JSON.stringify([made, changed, listed])).not.toContain(secret);
  const tested = await ask('POST', '/destinations/ops/test');
  expect(tested.body).toEqual({ isDelivered: true, error: null, tookMs: expect.any(Number) });
  const [sent] = receiver.received;
  const verified = new Webhook(secret).verify(sent?.text ?? '', sent?.headers as Loose) as Loose;
  expect(verified).toMatchObject({ type: 'test', specversion: '1.0' });
  receiver.status = 500;
  expect((await ask('POST', '/destinations/ops/test', {})).body).toMatchObject({
    isDelivered: false,
    error: 'The receiver answered 500: it has a fault of its own.',
  });
  expect((await ask('PUT', '/destinations/ops', { ...hook, secret: null })).body.secret).toBe(
    'none',
  );
  expect((await ask('DELETE', '/destinations/ops')).status).toBe(204);
  expect((await ask('DELETE', '/destinations/ops')).status).toBe(404);
  expect((await ask('POST', '/destinations/ops/test')).status).toBe(404);
  for (const [method, body] of [
    ['PUT', hook],
    ['DELETE', undefined],
  ] as const) {
    const refused = await ask(method, '/destinations/fixed', body);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NAME_TAKEN']);
  }
  const audit = await ask('GET', '/audit?subject=ops');
  expect(audit.body.items.map((each: Loose) => each.action).toReversed()).toEqual([
    ...Array<string>(3).fill('destination.save'),
    'destination.test',
    'destination.test',
    'destination.save',
    'destination.delete',
  ]);
  expect(audit.body.items.at(-1)).toMatchObject({
    data: { kind: 'webhook', host: '127.0.0.1', secret: 'set' },
  });
  expect(JSON.stringify(audit.body)).not.toContain(secret);
});

it('[V850] a secret belongs to its host: on another one it is given again, and in the store it is sealed', async () => {
  const mails = await startMailReceiver({ user: 'skein', password: 'hush' });
  const serving = await serve({ outbox });
  const ask = await asUser(serving, '');
  const mail = {
    kind: 'mail',
    host: '127.0.0.1',
    port: mails.port,
    tls: false,
    from: 'Skein <skein@example.org>',
    user: 'skein',
    recipients: ['*@example.org'],
  };
  expect((await ask('PUT', '/destinations/post', mail)).status).toBe(400);
  expect((await ask('PUT', '/destinations/post', { ...mail, secret: 'hush' })).status).toBe(201);
  const moved = await ask('PUT', '/destinations/post', { ...mail, host: '127.0.0.2' });
  expect([moved.status, moved.body.error.message]).toEqual([
    400,
    expect.stringContaining('belongs to another host'),
  ]);
  const record = await serving.store.destinations.get('post');
  expect(JSON.stringify(record)).not.toContain('hush');
  // Even who writes into the database cannot send it elsewhere.
  if (record === undefined) throw new Error('gone');
  const test = (to?: string) =>
    ask('POST', '/destinations/post/test', to === undefined ? {} : { to });
  expect((await test()).status).toBe(400);
  expect((await test('eve@example.net')).body.error).toBe(
    'eve@example.net is not among its recipients.',
  );
  expect((await test('ana@example.org')).body).toMatchObject({ isDelivered: true });
  expect(await mails.mails()).toMatchObject([{ to: ['ana@example.org'], subject: 'Test message' }]);
  const elsewhere = { ...record.config, host: 'localhost' };
  await serving.store.destinations.put({ ...record, config: elsewhere });
  expect((await ask('GET', '/destinations')).body.items.at(-1).secret).toBe('lost');
  expect((await test('ana@example.org')).body.error).toContain(
    'key that this server does not have',
  );
  expect(await mails.mails()).toHaveLength(1);
  for (const [body, why] of [
    [{ ...mail, secret: 'hush', tls: false, host: 'mail.example.org' }, '/tls'],
    [{ kind: 'webhook', url: 'https://u:p@example.org/' }, '/url'],
    [{ kind: 'webhook', url: 'ftp://example.org/' }, '/url'],
    [{ kind: 'webhook', url: 'https://example.org/', secret: 'short' }, '/secret'],
    [{ kind: 'fax' }, '/kind'],
  ] as const) {
    const refused = await ask('PUT', '/destinations/other', body);
    expect([refused.status, refused.body.error.details.complaints[0].pointer]).toEqual([400, why]);
  }
});

it('[V853] one that something else has damaged is listed, hides no other, and can be set up anew', async () => {
  const serving = await serve({ outbox });
  const ask = await asUser(serving, '');
  const hook = { kind: 'webhook', url: 'https://hooks.example.org/' };
  await ask('PUT', '/destinations/ops', { ...hook, secret });
  await ask('PUT', '/destinations/other', hook);
  const record = await serving.store.destinations.get('ops');
  if (record === undefined) throw new Error('gone');
  // What a store gives instead of a text that is no JSON.
  await serving.store.destinations.put({ ...record, config: { unreadable: true } });
  const listed = await ask('GET', '/destinations');
  expect(listed.body.items.slice(1)).toMatchObject([
    { name: 'ops', kind: 'webhook', secret: 'lost' },
    { name: 'other', url: hook.url },
  ]);
  const again = await ask('PUT', '/destinations/ops', { ...hook, secret });
  expect([again.status, again.body.secret]).toEqual([200, 'set']);
});

it('[V853] messages that only another server can deliver hide no others, however many', async () => {
  const receiver = await startReceiver();
  const stored = { find: async () => 'elsewhere' as const };
  const webhooks = new Map([['fixed', { url: receiver.url }]]);
  const { store, server } = await serve({ outbox: { ...outbox, webhooks, stored } });
  const sealed = Array.from({ length: 300 }, (_, i) => message('webhook:sealed', `m${i}`, i + 1));
  await store.runs.append(runId('r'), 0, [], {
    created: { workflow: { id: workflowId('w'), version: versionId('v') }, depth: 0 },
    status: 'completed',
    outbox: [...sealed, message('webhook:fixed', 'ours', 1000)],
  });
  expect(await server.deliverDue()).toBe(1);
  expect(receiver.received).toHaveLength(1);
});

it('[V851] only the operator: other admins neither see nor change, test or read deliveries', async () => {
  const serving = await serve({ outbox });
  const local = await asUser(serving, '');
  const ann = await asUser(serving, 'ann');
  const hook = { kind: 'webhook', url: 'https://hooks.example.org/' };
  await local('PUT', '/destinations/ops', hook);
  for (const [method, path, body] of [
    ['GET', '/destinations', undefined],
    ['PUT', '/destinations/ops', { ...hook, url: 'https://ann.example.org/' }],
    ['PUT', '/destinations/mine', hook],
    ['DELETE', '/destinations/ops', undefined],
    ['POST', '/destinations/ops/test', {}],
    ['GET', '/destinations/ops/deliveries', undefined],
    ['POST', '/destinations/ops/deliveries/any/replay', undefined],
  ] as const) {
    const refused = await ann(method, path, body);
    expect([path, refused.status, refused.body.error.code]).toEqual([path, 403, 'NOT_ALLOWED']);
  }
  const { items } = (await local('GET', '/destinations')).body;
  expect(items.slice(1)).toMatchObject([{ name: 'ops', url: hook.url }]);
});

it('[V3812] the operator sends a message of any user again, once it is settled, and only from where it was tried', async () => {
  const serving = await serve({ outbox });
  const { outbox: kept } = serving.store;
  const local = await asUser(serving, '');
  for (const name of ['ops', 'other'])
    await local('PUT', `/destinations/${name}`, { kind: 'webhook', url: 'https://x.example.org/' });
  const later = Date.now() + 10_000_000;
  const user = 'ann';
  await kept.add({ ...message('webhook:ops', 'theirs', later), user });
  const tried = async (status: 'pending' | 'dead', now: number) => {
    const claim = { id: 'theirs', user, owner: 'test', now };
    expect(await kept.claim({ ...claim, until: now + 1 })).toBe(true);
    const dueAt = status === 'dead' ? null : later + 1;
    const outcome = { status, attempts: 1, dueAt, error: 'nobody', destination: 'ops' };
    expect(await kept.settle({ ...claim, ...outcome })).toBe(true);
  };
  const replay = async (place: string, query = '?user=ann') => {
    const answer = await local('POST', `/destinations/${place}/deliveries/theirs/replay${query}`);
    return answer.body.error?.code ?? answer.body.status;
  };
  await tried('pending', later);
  expect(await replay('ops')).toBe('MESSAGE_PENDING');
  await tried('dead', later + 2);
  const { items } = (await local('GET', '/destinations/ops/deliveries')).body;
  expect(items).toMatchObject([{ id: 'theirs', status: 'dead', user }]);
  expect(await replay('other')).toBe('NOT_FOUND');
  expect(await replay('ops', '')).toBe('NOT_FOUND');
  expect(await replay('ops')).toBe('pending');
  const log = (await local('GET', '/audit?action=message.replay')).body.items;
  expect(log).toMatchObject([{ subject: 'theirs', data: { user, destination: 'ops' } }]);
});

it('[V852] another process hears of who is subscribed: at once by a signal, else when it looks', async () => {
  const { store } = await serve();
  const listeners = new Set<(text: string) => void>();
  const signals = {
    bytesMax: 1000,
    send: async (text: string) => {
      for (const heard of listeners) heard(text);
    },
    listen: async (heard: (text: string) => void) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
  const common = { sealer: sealer(randomBytes(32)), clock: Date };
  const shared = { destinations: store.destinations, signals };
  const [first, hearing] = [storedDestinations(shared, common), storedDestinations(shared, common)];
  const looking = storedDestinations(
    { destinations: store.destinations },
    { ...common, lookMs: 20 },
  );
  for (const each of [first, hearing, looking]) await each.open();
  const settings = {
    kind: 'webhook',
    url: 'https://x.example.org/',
    events: ['run.failed'],
  } as const;
  await first.put('ops', { ...settings, events: [...settings.events] });
  for (const each of [first, hearing, looking]) {
    await expect.poll(() => each.subscribers('run.failed')).toEqual(['webhook:ops']);
    expect(each.subscribers('run.finished')).toEqual([]);
  }
  await first.delete('ops');
  for (const each of [first, hearing, looking])
    await expect.poll(() => each.subscribers('run.failed')).toEqual([]);
  for (const each of [first, hearing, looking]) each.close();
  expect(listeners.size).toBe(0);
});
