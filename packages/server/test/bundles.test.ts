// Goal: a run goes from one server to another over HTTP, and becomes nobody else's by it.
import { makeKey } from '@skein/server';
import { expect, it } from 'vitest';
import { asking, serve, type Loose, type Sent, type Serving } from './serving.ts';

type Send = (method: string, path: string, body?: unknown) => Promise<Sent>;

/** Sends with a key of this user. */
async function as({ store, send }: Serving, user: string): Promise<Send> {
  const made = makeKey({
    user,
    name: user,
    scopes: ['admin'],
    expiresAt: null,
    now: Date.now(),
  });
  await store.keys.create(made.record);
  const headers = { authorization: `Bearer ${made.secret}` };
  return (method, path, body) =>
    send(method, `/api/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
}

/** A workflow with one inside it, which asks; and a run of it. */
const outer = {
  skein: 1,
  id: 'outer',
  nodes: [{ id: 'sub', type: 'subworkflow', config: { workflow: asking } }],
};

async function exported(send: Send): Promise<Loose> {
  await send('POST', '/workflows', outer);
  const started = await send('POST', '/workflows/outer/run?wait=20', {});
  expect(started.body.status).toBe('waiting');
  return (await send('GET', `/runs/${started.body.run_id}/export`)).body;
}

it('[V96] a bundle becomes the importer’s with all that is in it, and its runs continue there', async () => {
  const serving = await serve();
  const [ann, bob] = [await as(serving, 'ann'), await as(serving, 'bob')];
  const bundle = await exported(ann);
  expect(bundle.runs.map(({ record }: Loose) => record.user)).toEqual(['ann', 'ann']);
  const stray = { ...bundle.definitions[0], id: 'stray', user: 'ann' };
  const { user: _, ...nobodys } = bundle.definitions[0];
  const sent = { ...bundle, definitions: [nobodys, ...bundle.definitions.slice(1), stray] };
  const imported = await bob('POST', '/runs/import', sent);
  expect(imported.status).toBe(201);
  const { id, runs } = imported.body;
  expect([runs.length, runs[0]]).toEqual([2, id]);
  // Its workflow is in Bob's list, the one inside it is not, and nobody else has got anything.
  const ids = async (user: string) =>
    (await serving.store.definitions.list({ user })).items.map((each) => each.id);
  expect([await ids('bob'), await ids('ann'), await ids('')]).toEqual([['outer'], ['outer'], []]);
  expect((await serving.store.runs.list({ user: 'ann' })).items).toHaveLength(2);
  expect((await ann('GET', `/runs/${id}`)).status).toBe(404);
  const answered = await bob('POST', `/runs/${id}/resume`, { input: 'yes' });
  expect(answered.status).toBe(200);
  await serving.engine.runs.finished(id);
  expect((await bob('GET', `/runs/${id}`)).body).toMatchObject({
    status: 'completed',
    output: 'done',
  });
  expect((await ann('GET', `/runs/${bundle.root}`)).body.status).toBe('waiting');
  const entries = await serving.store.audit.list({ user: 'bob', action: 'run.import' });
  expect(entries.items).toMatchObject([{ subject: id, data: { runs } }]);
});

it('[V96] ids stay when they are free and such as Skein gives; a bundle that reaches for another run is refused', async () => {
  const here = await serve();
  const there = await serve();
  const bundle = await exported(await as(here, 'ann'));
  const bob = await as(there, 'bob');
  const keep = (body: unknown) => bob('POST', '/runs/import?ids=keep', body);
  const said = JSON.stringify(bundle);
  const change = (turn: (copy: Loose) => void) => {
    const copy: Loose = JSON.parse(said);
    turn(copy);
    return copy;
  };
  const foreign = '019a0000-0000-7000-8000-000000000000';
  const broken = [
    change(({ runs }) => (runs[0].rows[0].id = foreign)),
    change(({ runs }) => (runs[0].record.parent = { run: foreign, path: 'sub' })),
    change(({ runs }) => (runs[0].rows[0].parent = { run: foreign, path: 'sub' })),
    change(({ runs }) => (runs[1].record.parent.run = foreign)),
    change(({ runs }) => (runs[1].record.root = foreign)),
    change((copy) => (copy.root = foreign)),
    JSON.parse(said.replaceAll(bundle.root, 'mine')),
  ];
  for (const body of broken) {
    const { status, body: refusal } = await keep(body);
    expect([status, refusal.error.code]).toEqual([400, 'BUNDLE_INVALID']);
  }
  expect((await there.store.runs.list({})).items).toEqual([]);
  expect((await keep(bundle)).body.id).toBe(bundle.root);
  const again = await keep(bundle);
  expect([again.status, again.body.error.code]).toEqual([409, 'RUN_EXISTS']);
});

it('[V97] the cassette of a run has what it asked, without the secrets of the server', async () => {
  process.env['CASSETTE_TEST_TOKEN'] = 'very-secret-indeed';
  try {
    const script = { replies: [{ text: 'Tea, very-secret-indeed.' }] };
    const serving = await serve({ engineOptions: { script } });
    const ann = await as(serving, 'ann');
    const nodes = [{ id: 'say', type: 'llm', config: { prompt: 'What?' } }];
    await ann('POST', '/workflows', { skein: 1, id: 'say', nodes });
    const { body } = await ann('POST', '/workflows/say/run?wait=20', {});
    const { cassette, unknown } = (await ann('GET', `/runs/${body.run_id}/cassette`)).body;
    expect(unknown).toEqual([]);
    expect(cassette).toMatchObject({
      cassette: 2,
      run: { id: body.run_id },
      calls: [{ node: 'say', reply: { text: 'Tea, [secret].' } }],
    });
  } finally {
    delete process.env['CASSETTE_TEST_TOKEN'];
  }
});
