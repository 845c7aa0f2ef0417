// Goal: the operator, and nobody else, says which mailboxes are read while the server runs, and passwords stay secret. Method: a real mail
// server (Dovecot), and a server that listens.
import { makeKey, type ServerOptions } from '@skein/server';
import { mailAccount, mailPassword, neededServer, type MailAccount } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hello, serve, type Loose, type Sent, type Serving } from './serving.ts';

let account: MailAccount;

beforeEach(async () => {
  account = await mailAccount(await neededServer('imap'));
});
afterEach(() => account.close());

const outbox: NonNullable<ServerOptions['outbox']> = {
  webhooks: new Map(),
  post: async () => ({ status: 200 }),
  // The guard of the composition lets nobody reach this machine.
  resolve: async ({ host }) => host,
};

type Ask = (method: string, path: string, body?: unknown) => Promise<Sent>;

async function asUser({ store, send }: Serving, user: string): Promise<Ask> {
  const made = makeKey({ user, name: 'key', scopes: ['admin'], expiresAt: null, now: Date.now() });
  await store.keys.create(made.record);
  const headers = { authorization: `Bearer ${made.secret}` };
  return (method, path, body) =>
    send(method, `/api/v1${path}`, body === undefined ? { headers } : { headers, body });
}

const settings = () => ({
  host: account.host,
  port: account.port,
  user: account.user,
  tls: false,
  pollSeconds: 1,
});
const mail = (subject: string) => `From: ada@example.org\nSubject: ${subject}\n\nHello.\n`;
const far = { timeout: 60_000, interval: 20 };

it('[V3450] the operator sets up, tests, changes and removes mailboxes; the password never comes back', async () => {
  const configured = { name: 'fixed', host: '127.0.0.1', port: 1, user: 'ops' };
  const serving = await serve({
    outbox,
    mail: [{ ...configured, password: async () => 'never shown' }],
  });
  const ask = await asUser(serving, '');
  const body = { ...settings(), password: mailPassword };
  const made = await ask('PUT', '/mailboxes/support', body);
  expect([made.status, made.body]).toEqual([
    201,
    { ...settings(), name: 'support', source: 'server', updatedAt: expect.any(String) },
  ]);
  const tested = await ask('POST', '/mailboxes/support/test');
  expect(tested.body).toEqual({ isReadable: true, error: null, tookMs: expect.any(Number) });
  // Without a password the one that is there stays, but not for another account.
  expect((await ask('PUT', '/mailboxes/support', settings())).status).toBe(200);
  const other = await ask('PUT', '/mailboxes/support', { ...settings(), user: 'somebody' });
  expect([other.status, other.body.error.details.complaints]).toEqual([
    400,
    [expect.objectContaining({ pointer: '/password' })],
  ]);
  expect((await ask('POST', '/mailboxes/support/test')).body.isReadable).toBe(true);
  const wrong = await ask('PUT', '/mailboxes/wrong', { ...settings(), password: 'no' });
  const refused = await ask('POST', '/mailboxes/wrong/test');
  expect(refused.body).toMatchObject({ isReadable: false, error: expect.stringMatching(/wrong/) });
  // Nothing listens there; a code of the operating system would say nothing to people.
  const away = await ask('POST', '/mailboxes/fixed/test');
  expect(away.body.error).toContain('the host 127.0.0.1 refused the connection');
  const listed = await ask('GET', '/mailboxes');
  expect(listed.body.items.map((each: Loose) => [each.name, each.source])).toEqual([
    ['fixed', 'configuration'],
    ['support', 'server'],
    ['wrong', 'server'],
  ]);
  const said = JSON.stringify([made, tested, wrong, refused, listed]);
  expect(said).not.toContain(mailPassword);
  expect(said).not.toContain('never shown');
  expect((await ask('PUT', '/mailboxes/fixed', body)).status).toBe(409);
  expect((await ask('DELETE', '/mailboxes/support')).status).toBe(204);
  expect((await ask('POST', '/mailboxes/support/test')).status).toBe(404);
  const log = await ask('GET', '/audit');
  expect(log.body.items.map(({ action }: Loose) => action)).toEqual(
    expect.arrayContaining(['mailbox.save', 'mailbox.test', 'mailbox.delete']),
  );
  expect(JSON.stringify(log.body)).not.toContain(mailPassword);
});

it('[V3450] other users, admins too, have no part in it', async () => {
  const serving = await serve({ outbox });
  await asUser(serving, '');
  const ask = await asUser(serving, 'ben');
  const asked = [
    await ask('GET', '/mailboxes'),
    await ask('PUT', '/mailboxes/mine', { ...settings(), password: 'x' }),
    await ask('POST', '/mailboxes/mine/test'),
    await ask('DELETE', '/mailboxes/mine'),
  ];
  expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

it('[V3450] hosts that the guard refuses, and passwords in the clear to other machines, are refused', async () => {
  const { Undeliverable } = await import('../src/features/outbox/destinations.ts');
  const resolve = async ({ host }: { readonly host: string }) => {
    if (host === 'router.local') throw new Undeliverable('router.local is a private address.');
    return host;
  };
  const serving = await serve({ outbox: { ...outbox, resolve } });
  const ask = await asUser(serving, '');
  const body = { user: 'ada', password: 'x' };
  const inside = await ask('PUT', '/mailboxes/inside', { ...body, host: 'router.local' });
  expect([inside.status, inside.body.error.details.complaints]).toEqual([
    400,
    [{ in: 'body', pointer: '/host', message: 'is refused: router.local is a private address' }],
  ]);
  const clear = { ...body, host: 'imap.example.org', tls: false };
  expect((await ask('PUT', '/mailboxes/clear', clear)).body.error.details.complaints).toEqual([
    expect.objectContaining({ pointer: '/tls' }),
  ]);
});

it('[V3451] a mailbox is read as soon as it is set up, and no more once it is removed', async () => {
  const { send, store, engine } = await serve({ outbox });
  const subjects = async () => {
    const runs = (await store.runs.list({})).items;
    const read = await Promise.all(runs.map(({ id }) => engine.runs.get(id)));
    return read
      .map(({ input }) => String((input as Loose).subject))
      .toSorted((a, b) => a.localeCompare(b));
  };
  const body = { ...settings(), password: mailPassword };
  await send('POST', '/api/v1/workflows', { body: hello });
  const trigger = { trigger_type_id: 'new_email' };
  await send('PUT', '/api/v1/workflows/hello/trigger', { body: trigger });
  await send('PUT', '/api/v1/mailboxes/support', { body });
  const key = { id: `${account.user}@${account.host}/INBOX`, user: '' };
  await expect.poll(() => store.mailboxes.get(key), far).toBeDefined();
  await account.send(mail('first'));
  await expect.poll(subjects, far).toEqual(['first']);
  await send('DELETE', '/api/v1/mailboxes/support');
  await account.send(mail('second'));
  expect(await subjects()).toEqual(['first']);
  // Set up again, it goes on where it was.
  await send('PUT', '/api/v1/mailboxes/support', { body });
  await expect.poll(subjects, far).toEqual(['first', 'second']);
});
