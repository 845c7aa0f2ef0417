// Goal: every mail that arrives sets off its triggers once, whatever it looks like and whoever reads the mailbox. Method: a real
// mail server (Dovecot), real servers over one store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type NamedMailSource } from '@skein/server';
import { mailAccount, mailPassword, neededServer, type MailAccount } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

let account: MailAccount;

beforeEach(async () => {
  account = await mailAccount(await neededServer('imap'));
});
afterEach(() => account.close());

function source(more: Partial<NamedMailSource> = {}): NamedMailSource {
  const { host, port, user } = account;
  return {
    name: 'support',
    host,
    port,
    user,
    tls: false,
    password: async () => mailPassword,
    ...more,
  };
}

/** Its owner is told what the mail was. */
const echo = {
  ...hello,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: '${trigger}' } },
  ],
};

async function withTrigger({ send }: Serving, more: object = {}): Promise<string> {
  await send('POST', '/api/v1/workflows', { body: echo });
  const body = { trigger_type_id: 'new_email', ...more };
  await send('PUT', '/api/v1/workflows/hello/trigger', { body });
  return (await send('GET', '/api/v1/triggers')).body.items[0].uuid;
}

/** The outputs of all runs, oldest first, as soon as there are so many. */
async function outputs({ engine, store }: Serving, count: number): Promise<readonly Loose[]> {
  const runs = await expect
    .poll(async () => (await store.runs.list({})).items, far)
    .toHaveLength(count)
    .then(async () => (await store.runs.list({ order: 'oldest' } as object)).items);
  const ended = await Promise.all(runs.map(({ id }) => engine.runs.finished(id)));
  return ended
    .map(({ output }) => output as Loose)
    .toSorted((a, b) => (a.received_at < b.received_at ? -1 : 1));
}

const far = { timeout: 60_000, interval: 20 };

/** Whoever reads the mailbox first says where it begins. */
async function isWatched({ store }: Serving): Promise<void> {
  const { user, host } = account;
  const id = `${user}@${host}/INBOX`;
  await expect.poll(() => store.mailboxes.get({ id, user: '' }), far).toBeDefined();
}

const mail = (subject: string, body = 'Hello.') =>
  `From: Ada <ada@example.org>\nTo: support@example.org\nSubject: ${subject}\nMessage-ID: <${subject}@x>\n\n${body}\n`;

it('[V120] a mail sets off the triggers of its owner, by its fields; what was there before and what is filtered starts nothing', async () => {
  await account.send(mail('old'));
  const serving = await serve({ mail: [source()] });
  const trigger = await withTrigger(serving, {
    filter_rules: { domain_blacklist: ['ads.example'] },
  });
  await isWatched(serving);
  await account.send(mail('spam').replace('example.org', 'ads.example'));
  await account.send(mail('first', 'Grüße'));
  const [first] = await outputs(serving, 1);
  expect(first).toMatchObject({
    mailbox: 'support',
    from: 'Ada <ada@example.org>',
    to: 'support@example.org',
    subject: 'first',
    message_id: '<first@x>',
    body: 'Grüße\n',
    attachments: [],
    is_truncated: false,
    is_malformed: false,
  });
  const history = await serving.send('GET', `/api/v1/triggers/${trigger}/history`);
  expect(history.body.items.map((each: Loose) => each.outcome)).toEqual(['started', 'filtered']);
  // Nothing of the mailbox was changed.
  await account.client.mailboxOpen('INBOX');
  expect(await account.client.search({ seen: false }, { uid: true })).toEqual([1, 2, 3]);
});

it('[V120] a server that was away delivers what has come meanwhile, each mail once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-mail-'));
  const first = await serve({ mail: [source()], folder });
  await withTrigger(first);
  await isWatched(first);
  await account.send(mail('one'));
  await outputs(first, 1);
  await first.close();
  await account.send(mail('two'));
  await account.send(mail('two'));
  const second = await serve({ mail: [source()], folder });
  const seen = await outputs(second, 3);
  expect(seen.map(({ subject }) => subject)).toEqual(['one', 'two', 'two']);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

it('[V120] of several servers on one store one delivers a mail, and another one when that one is gone', async () => {
  const serving = await serve({ mail: [source()] });
  const trigger = await withTrigger(serving);
  const { engine, store } = serving;
  const catalogue = {
    nodeTypes: () => [],
    functions: () => [],
    models: () => [],
    tools: () => [],
    templates: () => [],
  };
  const recordCassette = () => Promise.reject(new Error('Nobody asks for one.'));
  const others = [0, 1].map(() =>
    createServer({
      engine,
      store,
      catalogue,
      recordCassette,
      mail: [source({ pollSeconds: 0.02 })],
    }),
  );
  await Promise.all(others.map((each) => each.listen({ port: 0 })));
  await isWatched(serving);
  for (let n = 0; n < 20; n++) await account.send(mail(`m${n}`));
  await outputs(serving, 20);
  await others[0]?.close();
  for (let n = 20; n < 25; n++) await account.send(mail(`m${n}`));
  const seen = await outputs(serving, 25);
  expect(new Set(seen.map(({ subject }) => subject)).size).toBe(25);
  const history = await serving.send('GET', `/api/v1/triggers/${trigger}/history?limit=100`);
  expect(history.body.items).toHaveLength(25);
  await others[1]?.close();
});

it('[V121] mails of any size and form become data of bounded size, and stop nothing', async () => {
  const serving = await serve({ mail: [source({ bytesMax: 100_000 })] });
  const trigger = await withTrigger(serving);
  await isWatched(serving);
  const parts = (count: number) =>
    'Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(count);
  const made: readonly (string | Buffer)[] = [
    mail('huge', 'x'.repeat(3_000_000)),
    `From: a@example.org\nSubject: deep\n${parts(500)}`,
    Buffer.from('\xff\xfe\x00 no mail at all \x80', 'latin1'),
    '',
    `From: ${'a@example.org, '.repeat(5000)}\nSubject: many\n\nhi`,
    'From: b@example.org\nSubject: =?utf-8?B?R3LDvMOfZQ==?=\nContent-Type: text/html\n\n<style>p{}</style><p>One &amp; <b>two</b></p><p>three</p>',
    'From: c@example.org\nSubject: cut\nContent-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: text/plain\n\nbefore\n--a\nContent-Disposition: attachment; filename="a.txt"\n\n0123456789',
    mail('last'),
  ];
  for (const each of made) await account.send(each === '' ? '\n' : each);
  // Two have no sender: no filter could be applied to them.
  const runs = await outputs(serving, made.length - 2);
  const history = await serving.send('GET', `/api/v1/triggers/${trigger}/history`);
  const failed = history.body.items.filter(({ outcome }: Loose) => outcome === 'failed');
  expect(failed.map(({ data }: Loose) => data.reason)).toEqual(
    Array(2).fill(expect.stringMatching(/no sender/)),
  );
  const by = (subject: string) => runs.find((each) => each.subject === subject);
  expect(by('huge')).toMatchObject({ is_truncated: true, size: expect.any(Number) });
  expect(by('huge').size).toBeGreaterThan(3_000_000);
  expect(by('huge').body.length).toBeLessThan(100_001);
  expect(by('deep')).toMatchObject({ is_malformed: true, from: 'a@example.org' });
  expect(by('many').from.length).toBeLessThan(100_001);
  expect(by('Grüße').body).toBe('One & two\nthree');
  expect(by('cut')).toMatchObject({
    body: expect.stringContaining('before'),
    attachments: [{ filename: 'a.txt', size: expect.any(Number) }],
  });
  expect(by('last')).toBeDefined();
  for (const each of runs) expect(JSON.stringify(each).length).toBeLessThan(600_000);
});

it('[V122] a mailbox that cannot be read is reported once, by its name, and read as soon as it can be', async () => {
  const problems: Loose[] = [];
  let password = 'wrong';
  const given = { mail: [source({ password: async () => password })] };
  const serving = await serve({ ...given, onProblem: (error) => problems.push(error) });
  await withTrigger(serving);
  await expect.poll(() => problems.length, far).toBe(1);
  expect(problems[0]).toMatchObject({ code: 'MAIL_UNAVAILABLE' });
  expect(problems[0].message).toContain('"support"');
  expect(problems[0].message).not.toContain('wrong');
  password = mailPassword;
  await isWatched(serving);
  await account.send(mail('now'));
  expect(await outputs(serving, 1)).toMatchObject([{ subject: 'now' }]);
  expect(problems).toHaveLength(1);
});

it('[V123] a mailbox whose mails were numbered anew delivers what is new, and nothing again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-mail-'));
  const box = { mail: [source({ mailbox: 'Work' })], folder };
  const { client } = account;
  await client.mailboxCreate('Work');
  const first = await serve(box);
  await withTrigger(first);
  const key = { id: `${account.user}@${account.host}/Work`, user: '' };
  await expect.poll(() => first.store.mailboxes.get(key), far).toBeDefined();
  const put = (subject: string, at?: Date) => client.append('Work', mail(subject), [], at);
  await put('one');
  await outputs(first, 1);
  const before = await first.store.mailboxes.get(key);
  await first.close();
  // The mailbox is made again from a backup, and a mail comes.
  await client.mailboxDelete('Work');
  await client.mailboxCreate('Work');
  await put('one', new Date((before?.lastAt ?? 0) - 1000));
  await put('two', new Date((before?.lastAt ?? 0) + 2000));
  const second = await serve(box);
  const seen = await outputs(second, 2);
  expect(seen.map(({ subject }) => subject)).toEqual(['one', 'two']);
  await expect.poll(() => second.store.mailboxes.get(key), far).toMatchObject({ lastUid: 2 });
  expect((await second.store.mailboxes.get(key))?.uidValidity).not.toBe(before?.uidValidity);
  await put('three', new Date((before?.lastAt ?? 0) + 4000));
  await outputs(second, 3);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});
