// Who answers on the command line, and keys with roles.
import path from 'node:path';
import type { Json } from '@skein/kernel';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '@skein/stores';
import { createEngine } from 'skein';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const who = ['ann', 'role:approver'];
const named: Json = {
  skein: 1,
  id: 'named',
  nodes: [{ id: 'may', type: 'approval', config: { prompt: 'Go?', who } }],
};
const calling: Json = {
  skein: 1,
  id: 'calling',
  nodes: [{ id: 'pay', type: 'tool', config: { tool: 'pay', args: {}, approve: true, who } }],
};
const script: Json = { tools: { pay: { result: 'paid' } } };
const { folder, remove } = folderWith({
  'named.json': named,
  'calling.json': calling,
  'script.json': script,
});
afterAll(remove);

const env = { SKEIN_STORE: `sqlite:${path.join(folder, 'who.db')}` };
const skein = async (...given: readonly string[]) => {
  const ended = await callSkein([...given, '--json'], { env });
  return { code: ended.code, stderr: ended.stderr, out: JSON.parse(ended.stdout || 'null') };
};

it('[X302] an answer on the command line is given by who says so, for waits that name people', async () => {
  const file = path.join(folder, 'named.json');
  for (const answerer of [
    ['--by', 'ann'],
    ['--by', 'bob', '--as', 'role:approver'],
  ]) {
    const { out: run } = await skein('run', file, '--detach');
    for (const other of [[], ['--by', 'bob'], ['--as', 'group:approver']]) {
      const refused = await skein('runs', 'answer', run.id, 'may=approve', ...other);
      expect([refused.code, refused.out.error.code]).toEqual([4, 'NOT_ALLOWED']);
    }
    const answered = await skein('runs', 'answer', run.id, 'may=approve', ...answerer);
    expect([answered.code, answered.out.status]).toEqual([0, 'completed']);
  }
  const once = await skein('run', file, '--answer', 'may=approve', '--by', 'ann');
  expect([once.code, once.out.status]).toEqual([0, 'completed']);
  expect((await skein('runs', 'answer', 'x', 'may=approve', '--as', 'ann')).code).toBe(2);
});

it('[X1602] a run that waits says whom it asks, and the command that answers it says who does', async () => {
  const { stderr } = await skein('run', path.join(folder, 'named.json'), '--detach');
  expect(stderr).toContain('It asks ann, the role approver.');
  const [, id = '', answerer = ''] =
    /skein runs answer (\S+) .* 'may=[^']*' (.*)/.exec(stderr) ?? [];
  expect(answerer).toBe('--by ann');
  const answered = await skein('runs', 'answer', id, 'may=approve', ...answerer.split(' '));
  expect([answered.code, answered.out.status]).toEqual([0, 'completed']);
});

it('[X560] a tool call is approved on the command line by whom its node names', async () => {
  const place = (name: string) => path.join(folder, name);
  const run = (...given: readonly string[]) =>
    skein('run', place('calling.json'), '--script', place('script.json'), ...given);
  for (const other of [[], ['--by', 'bob']]) {
    const refused = await run('--answer', 'pay=approve', ...other);
    expect([refused.code, refused.out.status]).toEqual([3, 'waiting']);
    expect(refused.stderr).toContain('it asks ann, the role approver');
  }
  const approved = await run('--answer', 'pay=approve', '--by', 'ann');
  expect([approved.code, approved.out.status]).toEqual([0, 'completed']);
});

it('[X1101] a tool call is approved on the command line with other arguments, which are what is run', async () => {
  const script = path.join(folder, 'script.json');
  const given = '{"decision":"approve","arguments":{"usd":50}}';
  const file = path.join(folder, 'calling.json');
  const run = await skein(
    'run',
    file,
    '--script',
    script,
    '--answer',
    `pay=${given}`,
    '--by',
    'ann',
  );
  expect([run.code, run.out.status]).toEqual([0, 'completed']);
  const shown = await skein('runs', 'show', run.out.id, '--journal');
  expect(JSON.stringify(shown.out)).toContain('{"usd":50}');
  const kept = await skein('run', file, '--script', script, '--detach');
  const refused = await skein(
    'runs',
    'answer',
    kept.out.id,
    'pay={"decision":"approve","usd":50}',
    '--by',
    'ann',
  );
  expect([refused.code === 0, refused.out.error.code]).toEqual([false, 'ANSWER_REFUSED']);
});

it('[X561] answers on the command line and of a program are in the audit log of the owner', async () => {
  const file = path.join(folder, 'named.json');
  const store = `sqlite:${path.join(folder, 'log.db')}`;
  const engine = await createEngine({ store });
  const { id } = await engine.runs.start(named as object, { user: 'owner' });
  await engine.runs.settled(id);
  await engine.waits.answer({ run: id }, 'approve', { by: 'ann' });
  await engine.close();
  const at = { env: { SKEIN_STORE: store } };
  const { stdout } = await callSkein(['run', file, '--detach', '--json'], at);
  const { id: second } = JSON.parse(stdout);
  await callSkein(['runs', 'answer', second, 'may=no', '--by', 'bob'], at);
  await callSkein(['runs', 'answer', second, 'may=no', '--as', 'role:approver'], at);
  const opened = await openStore(store);
  try {
    const { items } = await opened.audit.list({ action: 'wait.answer' });
    expect(items.map(({ user, actor, data }) => ({ user, actor, data }))).toEqual([
      { user: '', actor: 'somebody (command line)', data: { run: second } },
      { user: 'owner', actor: 'ann (library)', data: { run: id } },
    ]);
  } finally {
    await opened.close();
  }
});

it('[X302] a key is made with roles and the scope to answer', async () => {
  const given = ['--user', 'ada', '--scope', 'answer', '--role', 'approver'];
  const { out: made } = await skein('keys', 'create', ...given);
  expect(made).toMatchObject({ scopes: ['answer'], roles: ['approver'] });
  const { out: listed } = await skein('keys', 'ls');
  expect(listed.keys).toMatchObject([{ user: 'ada', roles: ['approver'] }]);
  expect((await skein('keys', 'create', '--role', 'not a role')).code).toBe(2);
});
