// Who may answer: users, groups of an identity provider that really runs, and roles of keys.
import { makeKey, oidcTokens } from '@skein/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { audience, startIssuer, type Issuer } from './issuer.ts';
import { asking, serve, type Loose, type Serving } from './serving.ts';

let issuer: Issuer;

beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(() => issuer.close());

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

function askingWhom(who: unknown): object {
  return {
    ...asking,
    nodes: [
      { id: 'review', type: 'approval', config: { prompt: 'Fine?', who } },
      { id: 'done', type: 'transform', config: { value: 'done' } },
    ],
    edges: [{ from: 'review', out: 'approved', to: 'done' }],
  };
}

async function addKey(
  { store }: Serving,
  user: string,
  given: { readonly scopes?: readonly Loose[]; readonly roles?: readonly string[] } = {},
): Promise<string> {
  const { scopes = ['run', 'write', 'answer'], roles = [] } = given;
  const made = makeKey({ user, name: user, scopes, roles, expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  return made.secret;
}

/** A run of the owner of this key that waits, and its wait. */
async function ask({ send }: Serving, key: string, who: unknown, input: unknown = {}) {
  const saved = await send('POST', '/api/v1/workflows', {
    body: askingWhom(who),
    ...bearer(key),
  });
  expect(saved.status).toBe(201);
  const run = await send('POST', '/api/v1/workflows/asking/run?wait=20', {
    body: { input },
    ...bearer(key),
  });
  const [wait] = run.body.run.waits;
  return { run: run.body.run_id as string, wait: wait.id as string };
}

async function answer({ send }: Serving, wait: string, key: string) {
  const { status, body } = await send('POST', `/api/v1/waits/${wait}/answer`, {
    body: 'yes',
    ...bearer(key),
  });
  return status === 200 ? 200 : [status, body.error.code];
}

const refused = [403, 'NOT_ALLOWED'];

it('[V300] only the named user answers: the owner of the run sees the wait, and is refused, however they try', async () => {
  const serving = await serve();
  const { send, engine } = serving;
  const [ann, bob, cid] = [
    await addKey(serving, 'ann'),
    await addKey(serving, 'bob'),
    await addKey(serving, 'cid'),
  ];
  const { run, wait } = await ask(serving, ann, ['bob']);
  const shown = await send('GET', `/api/v1/waits/${wait}`, bearer(ann));
  expect(shown.body).toMatchObject({ who: ['bob'], isOwn: true, mayAnswer: false });
  expect(await answer(serving, wait, ann)).toEqual(refused);
  for (const [body, headers] of [
    [{ input: 'yes' }, {}],
    [{ node: 'review', input: 'yes' }, {}],
    [{ wait, input: 'yes' }, {}],
    [{ node: 'review', input: 'yes' }, { 'idempotency-key': 'one' }],
  ] as const) {
    const resumed = await send('POST', `/api/v1/runs/${run}/resume`, {
      body,
      headers: { ...bearer(ann).headers, ...headers },
    });
    expect([resumed.status, resumed.body.error.code]).toEqual(refused);
    expect(resumed.body.error.message).toContain('bob');
  }
  expect(await answer(serving, wait, cid)).toEqual([404, 'WAIT_NOT_FOUND']);
  expect((await engine.waits.get(wait)).status).toBe('open');
  expect((await send('GET', `/api/v1/waits/${wait}`, bearer(bob))).body.mayAnswer).toBe(true);
  expect(await answer(serving, wait, bob)).toBe(200);
  expect(await engine.runs.finished(run)).toMatchObject({ output: 'done' });
});

it('[V301] groups of the identity provider and roles of keys are named with their kind, and see that wait alone', async () => {
  const readToken = oidcTokens(
    { issuer: issuer.url, audience, scopes: ['run', 'answer'], groupClaim: 'realm.groups' },
    { now: () => Date.now() },
  );
  const serving = await serve({ readToken });
  const { send } = serving;
  const ann = await addKey(serving, 'ann');
  const auditor = await addKey(serving, 'cid', { roles: ['auditor'] });
  const plain = await addKey(serving, 'cid');
  const member = issuer.token({ sub: 'bob', realm: { groups: ['finance', 'staff'] } });
  const other = issuer.token({ sub: 'dan', realm: { groups: ['sales'] } });
  // Somebody whose user id is spelled like the group.
  const pretender = issuer.token({ sub: 'group:finance', realm: { groups: [] } });
  const first = await ask(serving, ann, ['group:finance', 'role:auditor']);
  for (const key of [member, auditor]) {
    const { body } = await send('GET', '/api/v1/waits', bearer(key));
    expect(body.items).toMatchObject([{ id: first.wait, isOwn: false, mayAnswer: true }]);
    expect((await send('GET', `/api/v1/runs/${first.run}`, bearer(key))).status).toBe(404);
  }
  for (const key of [plain, other, pretender]) {
    expect((await send('GET', '/api/v1/waits', bearer(key))).body.items).toEqual([]);
    expect(await answer(serving, first.wait, key)).toEqual([404, 'WAIT_NOT_FOUND']);
  }
  expect(await answer(serving, first.wait, ann)).toEqual(refused);
  expect((await send('GET', '/api/v1/session', bearer(member))).body).toMatchObject({
    groups: ['finance', 'staff'],
    roles: [],
  });
  expect(await answer(serving, first.wait, member)).toBe(200);
  const second = await send('POST', '/api/v1/workflows/asking/run?wait=20', {
    body: {},
    ...bearer(ann),
  });
  expect(await answer(serving, second.body.run.waits[0].id, auditor)).toBe(200);
});

it('[V301] waits that name somebody in several ways are listed once, in pages', async () => {
  const serving = await serve();
  const ann = await addKey(serving, 'ann');
  const bob = await addKey(serving, 'bob', { roles: ['boss', 'auditor'] });
  await ask(serving, ann, ['bob', 'role:boss', 'role:auditor', 'user:bob']);
  for (let n = 0; n < 3; n++) {
    const body = {};
    await serving.send('POST', '/api/v1/workflows/asking/run?wait=20', { body, ...bearer(ann) });
  }
  const own = await ask(serving, bob, ['role:auditor']);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await serving.send('GET', `/api/v1/waits?limit=2${cursor}`, bearer(bob));
    seen.push(...body.items.map(({ id }: Loose) => id));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect(seen).toContain(own.wait);
});

it('[V301] a key is made with roles, and shows them', async () => {
  const serving = await serve();
  const { send } = serving;
  const made = await send('POST', '/api/v1/keys', {
    body: { name: 'approver', scopes: ['admin'], roles: ['approver'] },
  });
  expect(made.body.roles).toEqual(['approver']);
  const who = await send('GET', '/api/v1/session', bearer(made.body.key));
  expect(who.body.roles).toEqual(['approver']);
  const listed = await send('GET', '/api/v1/keys', bearer(made.body.key));
  expect(listed.body.items).toMatchObject([{ roles: ['approver'] }]);
  // A browser that signs in with it has them too.
  const signed = await send('POST', '/api/v1/session', { body: { key: made.body.key } });
  const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const session = await send('GET', '/api/v1/session', { headers: { cookie } });
  expect(session.body.roles).toEqual(['approver']);
});

it('[V302] the scope `answer` answers, and neither `run` nor `write` does', async () => {
  const serving = await serve();
  const { send, engine } = serving;
  const admin = await addKey(serving, 'ann', { scopes: ['admin'] });
  const { run, wait } = await ask(serving, admin, undefined);
  for (const scopes of [['read'], ['run'], ['write'], ['read', 'run', 'write']]) {
    const key = await addKey(serving, 'ann', { scopes });
    expect([scopes, await answer(serving, wait, key)]).toEqual([scopes, refused]);
    const resumed = await send('POST', `/api/v1/runs/${run}/resume`, {
      body: { input: 'yes' },
      ...bearer(key),
    });
    expect([scopes, resumed.status]).toEqual([scopes, 403]);
    const { body } = await send('GET', `/api/v1/waits/${wait}`, bearer(key));
    expect([scopes, body.mayAnswer]).toEqual([scopes, false]);
  }
  expect((await engine.waits.get(wait)).status).toBe('open');
  const approver = await addKey(serving, 'ann', { scopes: ['answer'] });
  // It reads, and starts nothing.
  expect((await send('GET', `/api/v1/runs/${run}`, bearer(approver))).status).toBe(200);
  const started = await send('POST', '/api/v1/workflows/asking/run', {
    body: {},
    ...bearer(approver),
  });
  expect(started.status).toBe(403);
  expect(await answer(serving, wait, approver)).toBe(200);
});

it('[V303] the owner of a wait finds in their audit log who answered it', async () => {
  const serving = await serve();
  const ann = await addKey(serving, 'ann', { scopes: ['admin'] });
  const bob = await addKey(serving, 'bob', { scopes: ['admin'] });
  const { wait } = await ask(serving, ann, ['bob']);
  expect(await answer(serving, wait, bob)).toBe(200);
  for (const key of [ann, bob]) {
    const { body } = await serving.send('GET', '/api/v1/audit?action=wait.answer', bearer(key));
    expect(body.items).toMatchObject([
      { subject: wait, actor: expect.stringMatching(/^bob \(key /) },
    ]);
  }
});

it('[V300] a name that comes from the input counts, as a text or as a list', async () => {
  const serving = await serve();
  const ann = await addKey(serving, 'ann');
  const bob = await addKey(serving, 'bob');
  const { wait } = await ask(serving, ann, '${trigger.boss}', { boss: 'bob' });
  expect(await answer(serving, wait, ann)).toEqual(refused);
  expect(await answer(serving, wait, bob)).toBe(200);
});

/** A payment that an approval stands before. */
const guarded = {
  skein: 1,
  id: 'paying',
  name: 'Paying',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'boss', type: 'approval', config: { prompt: 'Pay?', who: ['bob'] } },
    { id: 'note', type: 'transform', config: { value: 'noted ${boss.output.decision}' } },
    { id: 'pay', type: 'function', config: { name: 'pay', args: { usd: 5 } } },
    {
      id: 'sum',
      type: 'code',
      config: { args: { note: '${note.output}' }, code: 'return [args.note, previous, trigger]' },
    },
    { id: 'ask', type: 'code', config: { tools: ['pay'], code: 'return 1' } },
  ],
  edges: [
    { from: 'start', to: 'boss' },
    { from: 'boss', out: 'approved', to: 'note' },
    { from: 'note', to: 'pay' },
    { from: 'note', to: 'sum' },
    { from: 'note', to: 'ask' },
  ],
};

it('[V304] a node that is run by itself needs `write`, is a trial run, and pays nothing without the approval before it', async () => {
  let paid = 0;
  const serving = await serve({ engineOptions: { functions: { pay: () => (paid += 1) } } });
  const { send, engine } = serving;
  const ann = await addKey(serving, 'ann', { scopes: ['admin'] });
  const bob = await addKey(serving, 'bob');
  await send('POST', '/api/v1/workflows', { body: guarded, ...bearer(ann) });
  const outputs = { start: {}, boss: { decision: 'approve', note: '' }, note: 'noted approve' };
  const place = '/api/v1/workflows/paying/nodes/pay/run?wait=20';
  for (const scope of ['run', 'answer']) {
    const key = await addKey(serving, 'ann', { scopes: [scope] });
    expect((await send('POST', place, { body: { outputs }, ...bearer(key) })).status).toBe(403);
  }
  const started = await send('POST', place, { body: { outputs }, ...bearer(ann) });
  expect([started.body.status, paid]).toEqual(['waiting', 0]);
  const [wait] = started.body.run.waits;
  expect(wait).toMatchObject({ node: 'boss', who: ['bob'] });
  expect(await answer(serving, wait.id, ann)).toEqual(refused);
  const listed = await send('GET', '/api/v1/runs', bearer(ann));
  expect(listed.body.items).toMatchObject([
    { isTrial: true, workflow: { name: 'Trial run of pay: Paying' } },
  ]);
  expect(await answer(serving, wait.id, bob)).toBe(200);
  expect(await engine.runs.finished(started.body.run_id)).toMatchObject({ status: 'completed' });
  expect(paid).toBe(1);
  // What only computes asks nobody.
  const note = await send('POST', '/api/v1/workflows/paying/nodes/note/run?wait=20', {
    body: { outputs },
    ...bearer(ann),
  });
  expect(note.body.run).toMatchObject({ status: 'completed', output: 'noted approve' });
  const tried = (node: string) =>
    send('POST', `/api/v1/workflows/paying/nodes/${node}/run?wait=20`, {
      body: { outputs, input: { a: 1 } },
      ...bearer(ann),
    });
  expect((await tried('sum')).body.run).toMatchObject({
    status: 'completed',
    output: ['noted approve', 'noted approve', { a: 1 }],
  });
  expect((await tried('ask')).body.run).toMatchObject({ status: 'waiting' });
});

it('[V305] an imported answer is marked with who imported it, and names nobody else', async () => {
  const serving = await serve();
  const { send, engine } = serving;
  const ann = await addKey(serving, 'ann', { scopes: ['admin'] });
  const bob = await addKey(serving, 'bob', { scopes: ['admin'] });
  const { run, wait } = await ask(serving, ann, ['bob']);
  await answer(serving, wait, bob);
  await engine.runs.finished(run);
  const { body: bundle } = await send('GET', `/api/v1/runs/${run}/export`, bearer(ann));
  const rows = (of: Loose) => of.runs[0].rows.filter(({ type }: Loose) => type === 'wait.answered');
  expect(rows(bundle)).toMatchObject([{ by: 'bob' }]);
  for (const ids of ['new']) {
    const imported = await send('POST', `/api/v1/runs/import?ids=${ids}`, {
      body: bundle,
      ...bearer(ann),
    });
    expect(imported.status).toBe(201);
    const journal = await send('GET', `/api/v1/runs/${imported.body.id}/journal`, bearer(ann));
    const given = journal.body.items.find(({ type }: Loose) => type === 'wait.answered');
    expect([given.by, given.importedBy]).toEqual([undefined, 'ann']);
  }
});

const calling = {
  skein: 1,
  id: 'asking',
  name: 'Calling',
  nodes: [
    {
      id: 'clerk',
      type: 'tool',
      config: { tool: 'pay', args: { usd: 5 }, approve: true, who: '${trigger.boss}' },
    },
  ],
};

it.each([
  ['the node, from the input', {}],
  ['the tool, whatever the node says', { approve: true, who: ['bob'] }],
])('[V560] only whom %s names approves a tool call', async (_title, named) => {
  const paid: unknown[] = [];
  const pay = { ...named, run: (args: unknown) => paid.push(args) };
  const serving = await serve({ engineOptions: { tools: { pay } } });
  const { send, engine } = serving;
  const ann = await addKey(serving, 'ann', { scopes: ['admin'] });
  const bob = await addKey(serving, 'bob');
  await send('POST', '/api/v1/workflows', { body: calling, ...bearer(ann) });
  const boss = 'who' in named ? 'ann' : 'bob';
  const started = await send('POST', '/api/v1/workflows/asking/run?wait=20', {
    body: { input: { boss } },
    ...bearer(ann),
  });
  const [{ id: wait, who }] = started.body.run.waits;
  expect(who).toEqual(['bob']);
  expect(await answer(serving, wait, ann)).toEqual(refused);
  const changed = { decision: 'approve', arguments: { usd: 500 } };
  const place = `/api/v1/waits/${wait}/answer`;
  expect((await send('POST', place, { body: changed, ...bearer(ann) })).status).toBe(403);
  for (const by of [{}, { by: 'ann' }]) {
    await expect(engine.waits.answer(wait, changed, by)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  }
  expect(paid).toEqual([]);
  expect(await answer(serving, wait, bob)).toBe(200);
  await engine.runs.finished(started.body.run_id);
  expect(paid).toEqual([{ usd: 5 }]);
});
