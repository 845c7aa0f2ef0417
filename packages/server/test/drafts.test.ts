import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hello, serve } from './serving.ts';

const later = {
  ...hello,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: 'Bye, ${trigger.name|world}!' } },
  ],
};

it('[V1450] a draft is run by its version, and is the newest of nothing', async () => {
  const { send } = await serve();
  const made = await send('POST', '/api/v1/workflows', { body: hello });
  const kept = await send('POST', '/api/v1/workflows/hello/drafts', { body: later });
  expect(kept).toMatchObject({ status: 200, body: { isDraft: true, diagnostics: [] } });
  const { version } = kept.body;
  const run = async (body: object) =>
    (await send('POST', '/api/v1/workflows/hello/run?wait=20', { body })).body.run.output;
  expect(await run({})).toBe('Hello, world!');
  expect(await run({ version })).toBe('Bye, world!');
  expect((await send('GET', '/api/v1/workflows/hello')).body.version).toBe(made.body.version);
  const listed = await send('GET', '/api/v1/workflows/hello/versions');
  const drafts = listed.body.items.map((each: { version: string; isDraft: boolean }) => [
    each.version,
    each.isDraft,
  ]);
  expect(new Map(drafts)).toEqual(
    new Map([
      [made.body.version, false],
      [version, true],
    ]),
  );
});

it('[V1450] a draft that is saved is a version, and a version that is kept as a draft stays one', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const kept = await send('POST', '/api/v1/workflows/hello/drafts', { body: later });
  const place = '/api/v1/workflows/hello?label=Farewell&note=Says%20goodbye.';
  const saved = await send('PUT', place, { body: later });
  expect(saved.body.version).toBe(kept.body.version);
  const again = await send('POST', '/api/v1/workflows/hello/drafts', { body: later });
  expect(again.body).toMatchObject({ version: kept.body.version, isDraft: false });
  const [newest] = (await send('GET', '/api/v1/workflows/hello/versions')).body.items;
  expect(newest).toMatchObject({
    version: kept.body.version,
    isNewest: true,
    isDraft: false,
    label: 'Farewell',
    note: 'Says goodbye.',
    by: 'local',
  });
  const missing = await send('POST', '/api/v1/workflows/nope/drafts', { body: hello });
  expect(missing.status).toBe(404);
});

it('[V1451] the name and note of a version stay with it: another layout keeps them, another version has its own', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  await send('PUT', '/api/v1/workflows/hello?label=Farewell', { body: later });
  await send('PATCH', '/api/v1/workflows/hello', { body: { studio: { zoom: 2 } } });
  const moved = { ...later, studio: { positions: { greet: { x: 1, y: 2 } } } };
  await send('PUT', '/api/v1/workflows/hello', { body: moved });
  await send('PUT', '/api/v1/workflows/hello', { body: { ...later, description: 'New.' } });
  const { items } = (await send('GET', '/api/v1/workflows/hello/versions')).body;
  expect(items.map((each: { label?: string }) => each.label ?? null)).toEqual([
    null,
    'Farewell',
    null,
  ]);
  expect((await send('GET', '/api/v1/workflows/hello')).body.studio).toEqual({ zoom: 2 });
});

it('[V3900] a draft and a version are refused when another draft was saved than the caller has seen', async () => {
  const { send } = await serve();
  const { version: first } = (await send('POST', '/api/v1/workflows', { body: hello })).body;
  const keep = (description: string, seen: string) =>
    send('POST', '/api/v1/workflows/hello/drafts', {
      body: { ...hello, description },
      headers: { 'if-match': `"${seen}"` },
    });
  const mine = await keep('Mine', first);
  expect(mine.status).toBe(200);
  const stale = await keep('Theirs', first);
  expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect(stale.body.error.details.found).toBe(`"${mine.body.version}"`);
  const publish = (seen: string) =>
    send('PUT', `/api/v1/workflows/hello?seen=${encodeURIComponent(seen)}`, {
      body: later,
      headers: { 'if-match': `"${first}"` },
    });
  expect((await publish(first)).body.error.code).toBe('VERSION_CONFLICT');
  const published = await publish(mine.body.version);
  expect(published.status).toBe(200);
  // What is published since counts too, and what nobody asks about is kept in any case.
  expect((await keep('Again', mine.body.version)).status).toBe(409);
  expect((await keep('Again', published.body.version)).status).toBe(200);
  const blind = { body: { ...hello, description: 'Blind' } };
  expect((await send('POST', '/api/v1/workflows/hello/drafts', blind)).status).toBe(200);
});

it('[V3901] a version says with which key it was saved', async () => {
  const { send } = await serve();
  const key = { name: 'Ada', scopes: ['admin'] };
  const made = await send('POST', '/api/v1/keys', { body: key });
  const headers = { authorization: `Bearer ${made.body.key}` };
  await send('POST', '/api/v1/workflows', { body: hello, headers });
  await send('POST', '/api/v1/workflows/hello/drafts', { body: later, headers });
  const { items } = (await send('GET', '/api/v1/workflows/hello/versions', { headers })).body;
  const who = { by: 'local', key: 'Ada' };
  expect(items).toMatchObject([who, who]);
});

const examples = new URL('../../../examples/', import.meta.url);

it.each([
  'session-graph/01-conversation',
  'dataflow/01-traced-chain',
  'agent-graph/01-2n-chat',
  'canvas/01-deferred-branches',
  'pipeline/01-label-an-email',
])('[V1450] a draft of %s is run, and the workflow stays what it was', async (name) => {
  const { send } = await serve();
  const definition = JSON.parse(readFileSync(new URL(`${name}.json`, examples), 'utf8'));
  const made = await send('POST', '/api/v1/workflows', { body: definition });
  expect(made.status).toBe(201);
  const place = `/api/v1/workflows/${encodeURIComponent(made.body.id)}`;
  const draft = { ...made.body.definition, description: 'Another one.' };
  const { dialect } = made.body;
  const kept = await send('POST', `${place}/drafts?dialect=${dialect}`, { body: draft });
  expect(kept).toMatchObject({ status: 200, body: { isDraft: true } });
  const { version } = kept.body;
  const started = await send('POST', `${place}/run?wait=20`, { body: { version } });
  expect(started.body).toMatchObject({ run: { workflow: { version } } });
  const now = await send('GET', place);
  expect(now.body).toMatchObject({ version: made.body.version, definition: made.body.definition });
});
