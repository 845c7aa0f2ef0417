// Goal: an operator sets up where questions go while the server runs, and whoever they are for answers them from there, and nobody
// else. Method: a composed server with the guard of its configuration, a real HTTP receiver, a real mail server, and real links.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { createEngine } from 'skein';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';
import { callSkein } from './call-skein.ts';
import { startMailReceiver, startReceiver } from './receivers.ts';
import { folderWith } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

const far = { timeout: 60_000, interval: 50 };
const secret = `whsec_${randomBytes(24).toString('base64')}`;
const password = 'correct horse battery staple';

async function world(allow: readonly string[]) {
  const { folder, remove } = folderWith({});
  const place = `sqlite:${path.join(folder, 'skein.db')}`;
  const store = await openStore(place);
  const keys = new Map<string, string>();
  for (const user of ['local', 'ann', 'eve']) {
    // The operator is the server's own user.
    const owner = user === 'local' ? '' : user;
    const made = makeKey({ user: owner, name: user, scopes: ['admin'], expiresAt: null, now: 0 });
    await store.keys.create(made.record);
    keys.set(user, made.secret);
  }
  const server = await composeServer({
    store,
    durable: {},
    folder,
    http: { allow },
    environment: {},
  });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(async () => {
    await server.close();
    await store.close();
    remove();
  });
  const as = async (user: string, method: string, where: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${keys.get(user)}`,
      'content-type': 'application/json',
    };
    const sent =
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1${where}`, sent);
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Loose };
  };
  return { url, as, key: (user: string) => keys.get(user) ?? '', server, store };
}

const paying = (notify: object) => ({
  skein: 1,
  id: 'pay',
  name: 'Pay',
  nodes: [
    {
      id: 'boss',
      type: 'approval',
      config: { prompt: 'Pay 500?', who: ['ana@example.org'], notify },
    },
  ],
});

const submit = (link: string) =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) });

/** Long lines of a mail are broken with `=` at their ends. */
const textOf = (source: string) => source.replaceAll('=\n', '').replaceAll('=3D', '=');

it('[X850] a question with notify and who arrives at a webhook and by mail that were set up on the running server, and its link answers for the right person alone', async () => {
  const hook = await startReceiver();
  const mails = await startMailReceiver({ user: 'skein', password });
  const { host } = new URL(hook.url);
  const { as } = await world([host, `127.0.0.1:${mails.port}`]);
  const webhook = { kind: 'webhook', url: hook.url, secret, events: ['wait.closed'] };
  expect((await as('local', 'PUT', '/destinations/ops', webhook)).status).toBe(201);
  const mail = {
    kind: 'mail',
    host: '127.0.0.1',
    port: mails.port,
    tls: false,
    from: 'Skein <skein@example.org>',
    user: 'skein',
    recipients: ['*@example.org'],
    secret: password,
  };
  expect((await as('local', 'PUT', '/destinations/post', mail)).status).toBe(201);

  await as('ann', 'POST', '/workflows', paying({ to: ['webhook:ops', 'mail:ana@example.org'] }));
  const { body: run } = await as('ann', 'POST', '/workflows/pay/run?wait=20', {});
  const wait: string = run.run.waits[0].id;
  await expect.poll(() => mails.mails.length, far).toBe(1);
  await expect.poll(() => hook.received.length, far).toBe(1);
  const [received] = hook.received;
  const event = new Webhook(secret).verify(
    received?.text ?? '',
    received?.headers as Record<string, string>,
  ) as Loose;
  expect(event).toMatchObject({ type: 'wait.opened', data: { prompt: 'Pay 500?' } });
  const [letter] = mails.mails;
  expect(letter?.to).toEqual(['ana@example.org']);
  expect(letter?.source).toContain('Subject: Approval needed: Pay 500?');
  const link = /https?:\/\/\S+\/answer\/\S+/u.exec(textOf(letter?.source ?? ''))?.[0] ?? '';

  // The owner of the run and another admin are not who is asked, and make no link in their place.
  for (const user of ['ann', 'eve', 'local']) {
    const answered = await as(user, 'POST', `/waits/${wait}/answer`, 'yes');
    expect([user, [403, 404].includes(answered.status)]).toEqual([user, true]);
    const linked = await as(user, 'POST', `/waits/${wait}/links`, { for: 'ana@example.org' });
    expect([user, [403, 404].includes(linked.status)]).toEqual([user, true]);
  }
  // A link that was made for somebody else is worthless with another name in it.
  const forged = link.replace(
    /\/answer\/(.)/u,
    (_all, first: string) => `/answer/${first === 'A' ? 'B' : 'A'}`,
  );
  expect((await submit(forged)).status).toBeGreaterThanOrEqual(400);
  expect((await as('ann', 'GET', `/waits/${wait}`)).body.status).toBe('open');

  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('You answer as ana@example.org'),
  ]);
  expect((await submit(link)).status).toBe(200);
  expect((await submit(link)).status).toBe(409);
  const { body: audit } = await as('ann', 'GET', `/audit?action=wait.answer`);
  expect(audit.items).toMatchObject([{ actor: 'ana@example.org (link)', subject: wait }]);
  // Whoever hears of every end of a wait hears of this one, too.
  await expect.poll(() => hook.received.length, far).toBe(2);
  expect(JSON.parse(hook.received[1]?.text ?? '')).toMatchObject({
    type: 'wait.closed',
    data: { by: { channel: 'link', email: 'ana@example.org' } },
  });
  const deliveries = async (name: string) =>
    (await as('local', 'GET', `/destinations/${name}/deliveries`)).body.items;
  await expect.poll(async () => (await deliveries('ops')).length, far).toBe(2);
  expect(await deliveries('post')).toMatchObject([
    { kind: 'wait.opened', status: 'delivered', attempts: 1, destination: 'post', run: run.run_id },
  ]);
  expect(JSON.stringify(await deliveries('post'))).not.toContain('Pay 500?');
});

it('[X851] the guard decides where a running server may send to: when it is set up, and at every delivery', async () => {
  const hook = await startReceiver();
  const mails = await startMailReceiver({ user: 'skein', password });
  const { as, store } = await world([]);
  const webhook = { kind: 'webhook', url: hook.url };
  const mail = {
    kind: 'mail',
    host: '127.0.0.1',
    port: mails.port,
    tls: false,
    from: 'a@b.c',
    recipients: ['*'],
  };
  for (const [body, pointer] of [
    [webhook, '/url'],
    [{ ...webhook, url: 'http://localhost:1/' }, '/url'],
    [{ ...webhook, url: 'http://[::1]:1/' }, '/url'],
    [mail, '/host'],
  ] as const) {
    const { status, body: answer } = await as('local', 'PUT', '/destinations/ops', body);
    expect([status, answer.error.details?.complaints]).toMatchObject([400, [{ pointer }]]);
    expect(answer.error.message).toContain('not on the open internet');
  }
  // As if its name had led elsewhere when it was saved.
  const at = { sealed: null, createdAt: 1, updatedAt: 1 };
  await store.destinations.put({ name: 'ops', config: webhook, ...at });
  await store.destinations.put({ name: 'post', config: mail, ...at });
  for (const name of ['ops', 'post']) {
    const to = name === 'post' ? { to: 'ana@example.org' } : {};
    const { body } = await as('local', 'POST', `/destinations/${name}/test`, to);
    expect(body).toMatchObject({
      isDelivered: false,
      error: expect.stringContaining('http.allow'),
    });
  }
  expect([hook.received.length, mails.mails.length]).toEqual([0, 0]);
});

it('[X852] destinations are listed, set up, tested and removed on the command line, through a server', async () => {
  const hook = await startReceiver();
  const { url, key } = await world([new URL(hook.url).host]);
  const settings = { kind: 'webhook', url: hook.url, events: ['run.failed'], secret };
  const { folder: cwd, remove } = folderWith({ 'ops.json': settings });
  onTestFinished(remove);
  const call = (user: string, ...given: readonly string[]) =>
    callSkein(['destinations', ...given, '--server', url], { cwd, env: { SKEIN_KEY: key(user) } });
  const made = await call('local', 'set', 'ops', 'ops.json');
  expect([made.code, made.stdout, made.stderr]).toEqual([0, 'ops was set up.\n', '']);
  const listed = await call('local', 'ls', '--json');
  expect(JSON.parse(listed.stdout).destinations).toMatchObject([
    { name: 'ops', kind: 'webhook', url: hook.url, events: ['run.failed'], secret: 'set' },
  ]);
  expect((await call('local', 'ls')).stdout).toBe(`ops  webhook  ${hook.url}  signed\n`);
  const tested = await call('local', 'test', 'ops');
  expect([tested.code, tested.stdout]).toEqual([0, 'ops took the test message.\n']);
  new Webhook(secret).verify(hook.received[0]?.text ?? '', hook.received[0]?.headers as Loose);
  hook.status = 503;
  const failed = await call('local', 'test', 'ops');
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining('The receiver answered 503: it has a fault of its own.'),
  ]);
  expect((await call('eve', 'ls')).code).toBe(4);
  expect((await call('local', 'rm', 'ops')).code).toBe(0);
  expect((await call('local', 'rm', 'ops')).code).toBe(5);
  const offline = await callSkein(['destinations', 'ls'], { cwd });
  expect([offline.code, offline.stderr]).toEqual([2, expect.stringContaining('--server')]);
});

it('[X853] an engine without the key leaves messages to stored destinations to a server that has it', async () => {
  const hook = await startReceiver();
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const store = await openStore(`sqlite:${path.join(folder, 'skein.db')}`);
  await store.destinations.put({
    name: 'ops',
    config: { kind: 'webhook', url: hook.url },
    sealed: null,
    createdAt: 1,
    updatedAt: 1,
  });
  await store.close();
  const config = { server: { outbox: {} }, http: { allow: [new URL(hook.url).host] } };
  const engine = await createEngine({ store: `sqlite:${path.join(folder, 'skein.db')}`, config });
  await engine.runs.start({ ...paying({ to: ['webhook:ops'] }) });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await engine.close();
  const after = await openStore(`sqlite:${path.join(folder, 'skein.db')}`);
  const { items } = await after.outbox.list({});
  await after.close();
  expect(items).toMatchObject([{ status: 'pending', attempts: 0, recipient: 'webhook:ops' }]);
  expect(hook.received).toEqual([]);
});
