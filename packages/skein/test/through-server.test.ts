// Commands that a server does, instead of a store here. They are called in this process, but for one: the server is what matters.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { SkeinServer } from '@skein/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { composeServer } from '../src/server/compose-server.ts';
import { commandTable } from '../src/cli/commands/command-table.ts';
import { callSkein } from './call-skein.ts';
import { skein } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

let folder = '';
let server: SkeinServer;
let url = '';
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-through-'));
  server = await composeServer({
    store: `sqlite:${file('skein.db')}`,
    folder,
    tools: { double: { description: 'Twice.', effect: 'pure', run: (args) => args } },
  });
  ({ url } = await server.listen({ port: 0 }));
});

afterAll(async () => {
  delete process.env['SKEIN_KEY'];
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function json(...given: readonly string[]): Promise<Loose> {
  const { code, stdout } = await callSkein([...given, '--server', url, '--json']);
  return { code, body: JSON.parse(stdout) };
}

const hello = {
  skein: 1,
  id: 'hello',
  nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Hi.' } }],
};

it('[X105] commands work through a server as they do on a store', async () => {
  const asking = {
    skein: 1,
    id: 'asking',
    nodes: [
      { id: 'review', type: 'approval', config: { prompt: 'Fine?' } },
      { id: 'done', type: 'transform', config: { value: 'done' } },
    ],
    edges: [{ from: 'review', out: 'approved', to: 'done' }],
  };
  writeFileSync(file('asking.json'), JSON.stringify(asking));
  const command = ['run', 'asking.json', '--server', url, '--json'];
  const waiting = await skein(command, { cwd: folder });
  const { id, status } = JSON.parse(waiting.stdout);
  expect([waiting.code, status]).toEqual([3, 'waiting']);
  const answered = await json('runs', 'answer', id, 'review=yes');
  expect([answered.code, answered.body.output]).toEqual([0, 'done']);
  const stored = await json('run', 'asking', '--answer', 'review=yes');
  expect([stored.code, stored.body.output]).toEqual([0, 'done']);
  expect((await json('runs', 'ls')).body.items.map((run: Loose) => run.id)).toEqual([
    stored.body.id,
    id,
  ]);
  expect((await json('runs', 'show', id, '--view', 'canvas')).body.status).toBe('completed');
  expect((await json('runs', 'explain', id, 'done')).body.status).toBe('completed');
  expect((await json('runs', 'diff', id, stored.body.id)).body.equal).toBe(true);
  const forked = await json('runs', 'fork', id, '--from', 'review', '--detach');
  expect([forked.code, forked.body.status]).toEqual([0, 'waiting']);
  const cancelled = await json('runs', 'cancel', forked.body.id);
  expect(cancelled.body.status).toBe('cancelled');
  expect(await json('runs', 'show', 'nope')).toMatchObject({
    code: 5,
    body: { error: { code: 'RUN_NOT_FOUND' } },
  });
  const dead = await callSkein(['runs', 'ls', '--server', 'http://127.0.0.1:1', '--json']);
  expect([dead.code, JSON.parse(dead.stdout).error.code]).toEqual([8, 'SERVER_UNREACHABLE']);
  expect((await callSkein(['runs', 'ls', '--server', 'nowhere'])).code).toBe(2);
});

it('[X105] a user that is named is never left aside: a server answers for the user of the key alone', async () => {
  const refused = await json('runs', 'ls', '--user', 'ann');
  expect([refused.code, refused.body.error]).toEqual([
    2,
    expect.objectContaining({ code: 'USAGE', hint: expect.stringContaining('SKEIN_KEY') }),
  ]);
  const { runs, workflows } = await createEngine({ store: url });
  for (const asked of [
    () => runs.start('asking', { user: 'ann' }),
    () => runs.fork('any', { user: 'ann' }),
    () => workflows.save(hello, { user: 'ann' }),
  ]) {
    await expect(asked()).rejects.toMatchObject({ code: 'USAGE' });
  }
});

it('[X115] definitions are checked, converted, drawn and compared, and runs replayed by a server', async () => {
  writeFileSync(file('hello.json'), JSON.stringify(hello));
  const checked = await json('validate', file('hello.json'));
  expect([checked.code, checked.body.valid]).toEqual([0, true]);
  const converted = await json('convert', file('hello.json'), '--to', 'canvas');
  expect(converted.body).toMatchObject({ from: 'native', to: 'canvas' });
  const ran = await json('run', file('hello.json'));
  const replayed = await json('runs', 'replay', ran.body.id, '--with', 'prompt=Ho.');
  expect([replayed.code, replayed.body.before, replayed.body.output.equal]).toEqual([
    0,
    ran.body.id,
    false,
  ]);
  expect((await json('show', 'hello')).body.content).toContain('say');
  expect((await json('convert', 'hello', '--to', 'canvas')).body.definition).toEqual(
    converted.body.definition,
  );
  expect((await json('diff', file('hello.json'), 'hello')).body.equal).toBe(true);
  expect(await json('show', 'nope')).toMatchObject({
    code: 5,
    body: { error: { code: 'WORKFLOW_NOT_FOUND' } },
  });
});

it('[X118] runs are exported, imported and recorded through a server as from its store', async () => {
  writeFileSync(file('hello.json'), JSON.stringify(hello));
  const ran = await json('run', file('hello.json'), '--record', file('ran.cassette.json'));
  const { id } = ran.body;
  const there = ['--server', url];
  const local = ['--store', `sqlite:${file('other.db')}`];
  const exported = await callSkein(['runs', 'export', id, '--out', file('run.json'), ...there]);
  expect([exported.code, exported.stderr]).toEqual([0, `Wrote ${id} to ${file('run.json')}.\n`]);
  expect((await json('runs', 'import', file('run.json'))).body.error.code).toBe('RUN_EXISTS');
  const again = await json('runs', 'import', file('run.json'), '--new-ids');
  expect([again.code, again.body.runs]).toEqual([0, [again.body.id]]);
  const refused = await json('runs', 'import', file('run.json'), '--new-ids', '--user', 'ann');
  expect([refused.code, refused.body.error.code]).toEqual([2, 'USAGE']);
  const moved = await callSkein(['runs', 'import', file('run.json'), ...local]);
  expect([moved.code, moved.stdout]).toEqual([0, `${id}\n`]);
  // The same command on either says the same, but for when it was said.
  const said = async (...given: readonly string[]) =>
    (await callSkein(given)).stdout.replace(/"exportedAt": \d+/, '"exportedAt": 0');
  const bundle = await said('runs', 'export', id, ...there);
  // An imported run says who imported it.
  const imported = await said('runs', 'export', id, ...local);
  expect(imported.replace(/,\s*"importedBy": "local"/, '')).toBe(bundle);
  expect(imported).not.toBe(bundle);
  expect(JSON.parse(bundle)).toMatchObject({ root: id, runs: [{ record: { id } }] });
  const cassette = await said('runs', 'record', id, ...there);
  expect(await said('runs', 'record', id, ...local)).toBe(cassette);
  expect(JSON.parse(cassette)).toMatchObject({ run: { id }, calls: [{ node: 'say' }] });
  expect(JSON.parse(readFileSync(file('ran.cassette.json'), 'utf8'))).toEqual(JSON.parse(cassette));
});

it('[X154] a workflow is copied with new ids, on a server and in a store', async () => {
  const store = `sqlite:${file('copies.db')}`;
  const engine = await createEngine({ store, durable: { recovers: false } });
  const flow = {
    uuid: 'letters',
    name: 'Letters',
    trigger: { uuid: 'hook', trigger_type_id: 'webhook' },
    steps: [
      { uuid: 'one', name: 'One', type: 'custom_llm', model: 'm', system_prompt: 'x' },
      {
        uuid: 'two',
        name: 'Two',
        type: 'custom_llm',
        model: 'm',
        system_prompt: '<<step_output.one>>',
      },
    ],
  };
  await engine.workflows.save(flow);
  await engine.close();
  const copied = await callSkein(['copy', 'letters', '--store', store, '--name', 'Post']);
  expect(copied.code).toBe(0);
  const after = await createEngine({ store, durable: { recovers: false } });
  const id = copied.stdout.trim();
  const { definition, isActive } = await after.workflows.newest(id);
  const [one, two] = (definition as Loose).steps;
  expect([one.uuid, two.uuid, id].some((each) => ['one', 'two', 'letters'].includes(each))).toBe(
    false,
  );
  expect([two.system_prompt, (definition as Loose).name, isActive]).toEqual([
    `<<step_output.${one.uuid}>>`,
    'Post',
    false,
  ]);
  const again = { ...flow, uuid: 'again' };
  await expect(after.workflows.save(again)).rejects.toMatchObject({ code: 'ID_TAKEN' });
  await after.close();
  const unknown = await callSkein(['copy', 'nope', '--store', store]);
  expect(unknown.code).toBe(5);
  writeFileSync(file('hello.json'), JSON.stringify(hello));
  await skein(['run', 'hello.json', '--server', url], { cwd: folder });
  expect(await json('copy', 'hello')).toMatchObject({ code: 0, body: { id: 'hello-2' } });
});

it('[C341] waiting runs move and failed ones are resumed while the server drives them', async () => {
  const flow = (last: string, more: object) => ({
    skein: 1,
    id: 'moving-there',
    nodes: [
      { id: 'ask', type: 'input', config: { prompt: 'Go on?' } },
      { id: 'end', type: 'transform', config: { value: last }, ...more },
    ],
    edges: [{ from: 'ask', to: 'end' }],
  });
  const save = async (last: string) => {
    writeFileSync(file('moving.json'), JSON.stringify(flow(last, {})));
    return (await json('save', file('moving.json'))).body;
  };
  await save('old');
  const { body: started } = await json('run', file('moving.json'), '--detach');
  await save('${trigger.missing}');
  const dry = await json('migrate', '--workflow', 'moving-there', '--dry-run');
  expect(dry.body.runs).toMatchObject([{ run: started.id, canMove: true, isMoved: false }]);
  const moved = await json('migrate', '--run', started.id, '--recorded', 'keep');
  expect(moved.body).toMatchObject({ runs: [{ run: started.id, isMoved: true }] });
  expect((await json('runs', 'answer', started.id, 'ask=yes')).code).toBe(1);
  expect((await json('runs', 'resume', started.id)).code).toBe(6);
  await save('new');
  const { to: mended } = (await json('migrate', '--workflow', 'moving-there')).body;
  const resumed = await json('runs', 'resume', started.id, '--version', mended);
  expect(resumed).toMatchObject({ code: 0, body: { id: started.id, output: 'new' } });
});

it('[X115][X3810] templates, models, tools, secrets and keys of a server are looked after, and the server is looked at', async () => {
  expect((await json('templates', 'ls')).body.templates.length).toBeGreaterThan(5);
  expect((await json('models')).body.models).toMatchObject([{ name: 'scripted', isDefault: true }]);
  const { tools, servers } = (await json('tools', 'ls', 'dou')).body;
  expect(servers).toEqual([]);
  expect(tools).toMatchObject([{ name: 'double', state: 'ready', effect: 'pure', approve: false }]);
  expect((await json('tools', 'confirm', 'nope')).code).toBe(5);
  expect(await json('tools', 'call', 'double')).toMatchObject({
    code: 2,
    body: { error: { message: 'A server calls tools only in runs.' } },
  });
  const set = ['secrets', 'set', 'CRM', '--server', url];
  expect((await skein(set, { cwd: folder, stdin: 'canary' })).code).toBe(0);
  expect((await json('secrets', 'ls')).body).toEqual({ secrets: [{ name: 'CRM' }] });
  expect((await json('secrets', 'rm', 'CRM')).code).toBe(0);
  expect((await json('secrets', 'rm', 'CRM')).code).toBe(5);
  const made = await json('keys', 'create', '--scope', 'admin', '--name', 'Mine');
  expect(made.body).toMatchObject({ name: 'Mine', scopes: ['admin'] });
  // The first key has closed the server.
  expect((await json('keys', 'ls')).code).toBe(4);
  process.env['SKEIN_KEY'] = made.body.key;
  expect((await json('keys', 'ls')).body.keys).toMatchObject([{ id: made.body.id }]);
  const signed = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: made.body.key }),
  });
  expect(signed.status).toBe(200);
  const everybody = (await json('keys', 'ls', '--all')).body.keys;
  expect(everybody).toMatchObject([{ user: 'local' }, { user: 'local' }]);
  const { id: session } = everybody.find(({ kind }: Loose) => kind === 'session');
  expect((await json('keys', 'revoke', session, '--user', 'bob')).code).toBe(5);
  expect((await json('keys', 'revoke', session, '--user', 'local')).code).toBe(0);
  const left = (await json('keys', 'ls', '--all')).body.keys;
  expect(left.map(({ revokedAt }: Loose) => revokedAt === null)).toContain(false);
  // Mailboxes of the settings are tried by the server that reads them: this one leads nowhere.
  const box = { host: 'mail.invalid', user: 'in@example.org', password: 'x' };
  await fetch(`${url}/api/v1/mailboxes/in`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${made.body.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(box),
  });
  const { body: sick, code } = await json('doctor');
  expect([code, sick.healthy, sick.findings.at(-1)]).toEqual([
    8,
    false,
    { what: 'mailbox in', isGood: false, text: expect.stringContaining('mail.invalid') },
  ]);
  await fetch(`${url}/api/v1/mailboxes/in`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${made.body.key}` },
  });
  const { body: doctor } = await json('doctor');
  expect([doctor.healthy, doctor.kind, doctor.place]).toEqual([true, 'server', url]);
  expect(doctor.findings[1].text).toBe('user "local" may admin');
  expect(doctor.findings.slice(2)).toEqual([
    { what: 'doors', isGood: true, text: 'none is open' },
    { what: 'mcp', isGood: true, text: `workflows of this key are tools at ${url}/mcp` },
    { what: 'triggers', isGood: true, text: 'none' },
  ]);
  expect((await json('keys', 'revoke', made.body.id)).code).toBe(0);
  expect((await json('doctor')).code).toBe(4);
});

it('[X115] every other command says that it works here, and what to do instead', async () => {
  const remote = commandTable.filter(({ options }) =>
    options.some(({ name }) => name === 'server'),
  );
  const refused = commandTable.filter((command) => !remote.includes(command));
  expect(refused.map(({ name }) => name)).toEqual([
    'import',
    'expr',
    'curl',
    'types',
    'mcp',
    'serve',
    'dev',
    'worker',
    'test',
    'eval',
    'sim',
    'init',
    'start',
    'help',
  ]);
  for (const { name, options } of refused) {
    const { code, body } = await json(...name.split(' '));
    const { message, hint } = body.error;
    expect([code, message]).toEqual([2, expect.stringContaining('runs on this machine')]);
    expect(hint).toContain(options.some((each) => each.name === 'store') ? '--store' : 'Leave it');
  }
});
