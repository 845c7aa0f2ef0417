// Goal: no mail is lost and none starts two runs, although servers are killed while mails come. Method: real servers as processes of
// their own on one PostgreSQL or one SQLite file, a real mail server, and kill -9.
import process from 'node:process';
import { createClient } from '@skein/api';
import {
  freshPostgres,
  mailAccount,
  mailPassword,
  neededServer,
  serveProcess,
  type MailAccount,
} from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderWith, program, skein } from './spawn-skein.ts';

type Server = Awaited<ReturnType<typeof serveProcess>>;

const far = { timeout: 120_000, interval: 50 };
let account: MailAccount;
const living = new Set<Server>();

beforeEach(async () => {
  account = await mailAccount(await neededServer('imap'));
});
afterEach(async () => {
  for (const { pid } of living) process.kill(pid, 'SIGKILL');
  living.clear();
  await account.close();
});

function folderOf(more: object = {}): ReturnType<typeof folderWith> {
  const { host, port, user } = account;
  const support = { host, port, user, tls: false, passwordEnv: 'MAIL_PASSWORD', ...more };
  return folderWith({ 'skein.config.json': { server: { mail: { support } } } });
}

async function start(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const command = [program, 'serve', '--port', '0', '--json'];
  const server = await serveProcess(command, { cwd, env: { MAIL_PASSWORD: mailPassword, ...env } });
  living.add(server);
  return server;
}

function kill(server: Server): void {
  living.delete(server);
  process.kill(server.pid, 'SIGKILL');
}

const mail = (n: number) => `From: ada@example.org\nSubject: mail ${n}\n\nHello.\n`;

const pipeline = {
  uuid: '0e6b1c52-7c1f-4f0a-9d55-3a9f6a2b4c01',
  name: 'Read',
  description: '',
  trigger: { uuid: 't', trigger_type_id: 'new_email', initial_data_description: 'The mail.' },
  steps: [
    {
      uuid: '0e6b1c52-7c1f-4f0a-9d55-3a9f6a2b4c11',
      name: 'Read',
      type: 'custom_llm',
      model: 'scripted',
      system_prompt: '<<trigger_output>>',
    },
  ],
};

async function subjects(server: Server): Promise<readonly string[]> {
  const client = createClient({ server: server.url });
  const { items } = await client.call('listRuns', { query: { limit: 200 } });
  const runs = await Promise.all(items.map(({ id }) => client.call('getRun', { params: { id } })));
  return runs.map(({ input }) => (input as { readonly subject: string }).subject);
}

/** Sends mails while servers are killed and replaced; at the end there is one run for each mail. */
async function deliverThroughKills(
  cwd: string,
  {
    env,
    servers: count,
  }: { readonly env?: Readonly<Record<string, string>>; readonly servers: number },
): Promise<void> {
  const servers = [await start(cwd, env)];
  const [first] = servers;
  if (first === undefined) throw new Error('There is a first one.');
  await createClient({ server: first.url }).call('createWorkflow', { body: pipeline });
  // The first mail tells that the mailbox is being read: everything after it counts.
  const begun = async () => {
    const uid = await account.send(mail(0));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return uid > 0 && (await subjects(first)).length > 0;
  };
  await expect.poll(begun, far).toBe(true);
  const before = new Set(await subjects(first)).size;
  expect(before).toBe(1);
  while (servers.length < count) servers.push(await start(cwd, env));
  const mails = 60;
  for (let n = 1; n <= mails; n++) {
    await account.send(mail(n));
    if (n % 20 !== 0) continue;
    const victim = servers.shift();
    if (victim !== undefined) kill(victim);
    servers.push(await start(cwd, env));
  }
  const [last] = servers;
  if (last === undefined) throw new Error('There is a last one.');
  const wanted = Array.from({ length: mails }, (_, i) => `mail ${i + 1}`).toSorted();
  const delivered = async () =>
    (await subjects(last)).filter((subject) => subject !== 'mail 0').toSorted();
  await expect.poll(async () => (await delivered()).length, far).toBeGreaterThanOrEqual(mails);
  expect(await delivered()).toEqual(wanted);
}

it('[V120] a server that is killed again and again starts one run for each mail', async () => {
  const { folder, remove } = folderOf();
  await deliverThroughKills(folder, { servers: 1 });
  remove();
});

it('[V120] two servers on one PostgreSQL, killed in turn, start one run for each mail', async () => {
  const database = await freshPostgres(await neededServer('postgres'));
  const { folder, remove } = folderOf();
  await deliverThroughKills(folder, { servers: 2, env: { SKEIN_STORE: database.url } });
  for (const { pid } of living) process.kill(pid, 'SIGKILL');
  living.clear();
  await database.drop();
  remove();
});

it('[X161] doctor tells whether a mailbox can be read, and why not', async () => {
  const check = async (more: object, env: Readonly<Record<string, string>>) => {
    const { folder, remove } = folderOf(more);
    const { code, stdout, stderr } = await skein(['doctor', '--json'], { cwd: folder, env });
    remove();
    return { code, said: stdout + stderr };
  };
  const right = { MAIL_PASSWORD: mailPassword };
  expect(await check({}, right)).toMatchObject({
    code: 0,
    said: expect.stringContaining('it can be read'),
  });
  const wrong = await check({}, { MAIL_PASSWORD: 'not this one' });
  expect([wrong.code, wrong.said]).toEqual([8, expect.stringContaining('Authentication failed')]);
  expect(wrong.said).not.toContain('not this one');
  expect(await check({}, { MAIL_PASSWORD: '' })).toMatchObject({
    code: 8,
    said: expect.stringContaining('no secret MAIL_PASSWORD'),
  });
  expect(await check({ mailbox: 'Nowhere' }, right)).toMatchObject({
    code: 8,
    said: expect.stringContaining('Nowhere'),
  });
  expect(await check({ port: 1 }, right)).toMatchObject({
    code: 8,
    said: expect.stringContaining('refused the connection'),
  });
  expect(await check({ tls: true }, right)).toMatchObject({
    code: 8,
    said: expect.stringContaining('support'),
  });
  expect(await check({ host: 'mail.example.org' }, right)).toMatchObject({
    code: 2,
    said: expect.stringContaining('tls'),
  });
});
