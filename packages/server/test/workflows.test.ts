import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hello, serve, type Loose } from './serving.ts';

const example = (name: string): Record<string, Loose> =>
  JSON.parse(readFileSync(new URL(`../../../examples/${name}.json`, import.meta.url), 'utf8'));

it('[V10][V2] a workflow of every dialect is made, read, listed, exported, run and deleted', async () => {
  const { send } = await serve();
  const files = [
    'native/01-hello',
    'session-graph/03-doubling',
    'dataflow/01-traced-chain',
    'agent-graph/02-newsroom',
    'canvas/02-review-loop',
    'pipeline/01-label-an-email',
  ];
  for (const file of files) {
    const definition = example(file);
    const [dialect = ''] = file.split('/');
    const made = await send('POST', '/api/v1/workflows', { body: definition });
    expect([file, made.status, made.body.dialect]).toEqual([file, 201, dialect]);
    const place = `/api/v1/workflows/${encodeURIComponent(made.body.id)}`;
    expect(made.headers.get('location')).toBe(place);
    const read = await send('GET', place);
    expect(read.body).toEqual(made.body);
    expect(read.headers.get('etag')).toBe(`"${made.body.version}"`);
    const kept = await send('GET', place, {
      headers: { 'if-none-match': `"${made.body.version}"` },
    });
    expect(kept.status).toBe(304);
    const exported = await send('GET', `${place}/export`);
    expect(exported.body).toMatchObject({ from: dialect, to: dialect, losses: [] });
    // A pipeline has got new ids.
    const own = dialect === 'pipeline' ? made.body.definition : definition;
    expect(exported.body.definition).toEqual(own);
    const native = await send('GET', `${place}/export?dialect=native`);
    expect(native.body.definition).toMatchObject({ skein: 1 });
    const started = await send('POST', `${place}/run?wait=20`, { body: { input: { x: 1 } } });
    expect([200, file]).toEqual([started.status, file]);
    const view = await send('GET', `/api/v1/instances/${started.body.run_id}`);
    expect(view.status).toBe(200);
    const listed = await send('GET', `${place}/instances`);
    expect(listed.body.items).toMatchObject([{ id: started.body.run_id }]);
    expect((await send('DELETE', place)).status).toBe(204);
    expect((await send('GET', place)).status).toBe(404);
    expect((await send('GET', `/api/v1/runs/${started.body.run_id}`)).status).toBe(200);
  }
  expect((await send('GET', '/api/v1/workflows')).body).toEqual({ items: [], nextCursor: null });
});

it('[V11] a save from a version that is no longer the newest is refused, and nothing is overwritten', async () => {
  const { send } = await serve();
  const made = await send('POST', '/api/v1/workflows', { body: hello });
  const first = made.headers.get('etag') ?? '';
  const change = (name: string, etag: string) =>
    send('PUT', '/api/v1/workflows/hello', {
      body: { ...hello, nodes: [{ id: name, type: 'start' }], edges: [] },
      headers: { 'if-match': etag },
    });
  const second = await change('ann', first);
  expect(second.status).toBe(200);
  const stale = await change('bob', first);
  expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
  const now = await send('GET', '/api/v1/workflows/hello');
  expect(now.body.definition.nodes).toEqual([{ id: 'ann', type: 'start' }]);
  const both = await Promise.all([
    change('cid', now.headers.get('etag') ?? ''),
    change('dan', now.headers.get('etag') ?? ''),
  ]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const gone = await send('DELETE', '/api/v1/workflows/hello', { headers: { 'if-match': first } });
  expect(gone.status).toBe(409);
});

it('[V12] versions are listed, and an older one becomes the newest again', async () => {
  const { send } = await serve();
  const made = await send('POST', '/api/v1/workflows', { body: hello });
  await send('PATCH', '/api/v1/workflows/hello', {
    body: { name: 'Good day', studio: { zoom: 2 }, definition: { policy: { maxSteps: 5 } } },
  });
  const changed = await send('GET', '/api/v1/workflows/hello');
  expect(changed.body).toMatchObject({
    name: 'Good day',
    studio: { zoom: 2 },
    definition: { policy: { maxSteps: 5 } },
  });
  const versions = await send('GET', '/api/v1/workflows/hello/versions');
  expect(versions.body.items.map((each: Loose) => [each.version, each.isNewest])).toEqual([
    [changed.body.version, true],
    [made.body.version, false],
  ]);
  const old = encodeURIComponent(made.body.version);
  const restored = await send('POST', `/api/v1/workflows/hello/versions/${old}/restore`);
  expect(restored.body).toMatchObject({ version: made.body.version, name: 'Hello' });
  const newest = await send('GET', '/api/v1/workflows/hello');
  expect(newest.body.definition).toEqual(hello);
});

it('[V3811] workflows are listed with the one that was saved last first, page by page', async () => {
  const { send } = await serve();
  const flow = (id: string, value = 'x') => ({
    skein: 1,
    id,
    name: id,
    nodes: [{ id: 'a', type: 'transform', config: { value } }],
  });
  for (const id of ['a', 'b', 'c']) await send('POST', '/api/v1/workflows', { body: flow(id) });
  await send('PUT', '/api/v1/workflows/a', { body: flow('a', 'y') });
  const seen: string[] = [];
  let more = '';
  do {
    const { body } = await send('GET', `/api/v1/workflows?order=saved&limit=2${more}`);
    seen.push(...body.items.map(({ id }: Loose) => id));
    more = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`;
  } while (more !== '');
  expect(seen).toEqual(['a', 'c', 'b']);
});

it('[V13] an id that is taken is refused; an import takes another one', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const again = await send('POST', '/api/v1/workflows', { body: { ...hello, name: 'Other' } });
  expect([again.status, again.body.error.code]).toEqual([409, 'NAME_TAKEN']);
  const imported = await send('POST', '/api/v1/workflows/import', { body: hello });
  expect(imported.body).toMatchObject({ id: 'hello-2', definition: hello });
});

it('[V14] a pipeline gets new ids, and what refers to its steps follows', async () => {
  const { send } = await serve();
  const definition = example('pipeline/01-label-an-email');
  const made = await send('POST', '/api/v1/workflows', {
    body: { ...definition, user_id: 'mallory', created_at: '1999-01-01T00:00:00Z' },
  });
  const { steps, uuid, user_id: user, created_at: at } = made.body;
  expect([made.body.id, user]).toEqual([uuid, 'local']);
  expect(at).not.toContain('1999');
  const old = definition['steps'].map((step: Loose) => step.uuid);
  expect(steps.some((step: Loose) => old.includes(step.uuid))).toBe(false);
  const text = JSON.stringify(made.body.definition);
  for (const each of old) expect(text).not.toContain(each);
  expect(text).toContain(`<<step_output.${steps[0].uuid}>>`);
  expect(made.body.diagnostics.filter((each: Loose) => each.severity === 'error')).toEqual([]);
});

it('[V15] a save with errors is refused, unless it is meant as a draft, which cannot be started', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const broken = { ...hello, edges: [{ from: 'start', to: 'nowhere' }] };
  const place = '/api/v1/workflows/hello';
  expect((await send('PUT', place, { body: broken })).status).toBe(422);
  const kept = await send('PUT', `${place}?draft=true`, { body: broken });
  expect([kept.status, kept.body.definition]).toEqual([200, broken]);
  expect(kept.body.diagnostics.map((each: Loose) => each.severity)).toContain('error');
  expect((await send('POST', `${place}/run`, { body: {} })).status).toBe(422);
  expect((await send('PUT', `${place}?draft=maybe`, { body: broken })).status).toBe(400);
});

it('[V15] a name alone makes an empty workflow, a pipeline unless said otherwise', async () => {
  const { send } = await serve();
  const made = await send('POST', '/api/v1/workflows', {
    body: { name: 'Mails', description: 'x' },
  });
  expect(made.body).toMatchObject({
    name: 'Mails',
    dialect: 'pipeline',
    steps: [],
    trigger: null,
    is_active: true,
  });
  const refused = await send('POST', `/api/v1/workflows/${made.body.id}/run`, { body: {} });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
  for (const dialect of ['native', 'session-graph', 'dataflow', 'agent-graph', 'canvas']) {
    const other = await send('POST', '/api/v1/workflows', { body: { name: 'New', dialect } });
    expect([other.status, other.body.dialect]).toEqual([201, dialect]);
    const errors = other.body.diagnostics.filter((each: Loose) => each.severity === 'error');
    expect([dialect, errors]).toEqual([dialect, []]);
  }
  const unknown = await send('POST', '/api/v1/workflows', {
    body: { name: 'x', dialect: 'cobol' },
  });
  expect(unknown.body.error.code).toBe('DIALECT_UNKNOWN');
});

it('[V16] definitions are checked and converted without being kept', async () => {
  const { send } = await serve();
  const broken = { skein: 1, nodes: [{ id: 'a', type: 'nope' }], edges: [{ from: 'a', to: 'b' }] };
  const checked = await send('POST', '/api/v1/workflows/validate', { body: broken });
  expect(checked.body.valid).toBe(false);
  expect(checked.body.diagnostics.length).toBeGreaterThan(1);
  const refused = await send('POST', '/api/v1/workflows', { body: broken });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details.diagnostics).toEqual(checked.body.diagnostics);
  const converted = await send('POST', '/api/v1/workflows/convert?to=native', {
    body: example('canvas/02-review-loop'),
  });
  expect(converted.body).toMatchObject({ from: 'canvas', to: 'native', definition: { skein: 1 } });
  const unknown = await send('POST', '/api/v1/workflows/convert?to=cobol', { body: hello });
  expect([unknown.status, unknown.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
  expect((await send('GET', '/api/v1/workflows')).body.items).toEqual([]);
});
