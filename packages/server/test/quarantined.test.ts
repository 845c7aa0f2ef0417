// Goal: whoever looks at a run that kills its processes does not have it replayed.
import { runId } from '@skein/kernel';
import { expect, it } from 'vitest';
import { asking, serve } from './serving.ts';

it('[V581] a quarantined run is shown as it is stored, rebuilt only on request, and cancelled without that', async () => {
  const { send, store, engine } = await serve();
  await send('POST', '/api/v1/workflows', { body: asking });
  const started = await send('POST', '/api/v1/workflows/asking/run?wait=20', { body: {} });
  const id = started.body.run_id;
  const place = `/api/v1/runs/${id}`;
  const { seq } = await engine.runs.record(id);
  const suspicion = { quarantinedAt: Date.now() };
  await store.runs.append(runId(id), seq, [], { suspicion });
  const shown = await send('GET', place);
  expect(shown.body).toMatchObject({ id, status: 'waiting', seq, nodes: {}, waits: [] });
  expect(Date.parse(shown.body.quarantinedAt)).toBe(suspicion.quarantinedAt);
  for (const where of [`${place}?view=canvas`, `${place}/explain?node=review`]) {
    expect(await send('GET', where)).toMatchObject({
      status: 409,
      body: { error: { code: 'RUN_QUARANTINED' } },
    });
  }
  expect((await send('GET', `${place}?rebuild=true`)).body.waits).toHaveLength(1);
  const listed = () => send('GET', '/api/v1/runs?status=quarantined');
  expect((await listed()).body.items).toMatchObject([{ id }]);
  const cancelled = await send('POST', `${place}/cancel`, { body: {} });
  expect(cancelled.body).toMatchObject({ id, status: 'cancelled', nodes: {} });
  expect((await listed()).body.items).toEqual([]);
});

it('[V870] what would rebuild a quarantined run, or one below it, is refused until it is released', async () => {
  const { send, store, engine } = await serve();
  const config = { workflow: 'asking', input: 1 };
  const outer = { skein: 1, id: 'outer', nodes: [{ id: 'sub', type: 'subworkflow', config }] };
  for (const body of [asking, outer]) await send('POST', '/api/v1/workflows', { body });
  const started = await send('POST', '/api/v1/workflows/outer/run?wait=20', { body: {} });
  const root = started.body.run_id;
  const [below] = (await engine.runs.list({ parent: root })).items;
  // Nobody drives it, as after the deaths of those who did.
  await engine.runs.settled(root);
  const { seq } = await engine.runs.record(root);
  const suspicion = { quarantinedAt: Date.now() };
  await store.runs.append(runId(root), seq, [], { suspicion });
  const refused = { status: 409, body: { error: { code: 'RUN_QUARANTINED' } } };
  for (const id of [root, below?.id]) {
    const place = `/api/v1/runs/${id}`;
    expect((await send('GET', place)).body).toMatchObject({ nodes: {}, seq: expect.any(Number) });
    expect((await send('GET', place)).body.quarantinedAt).toBeDefined();
    const body = {};
    expect(await send('POST', `${place}/fork`, { body })).toMatchObject(refused);
    expect(await send('GET', `${place}/diff/${root}`)).toMatchObject(refused);
    expect(await send('GET', `${place}/cassette`)).toMatchObject(refused);
    expect(await send('GET', `${place}/explain?node=review`)).toMatchObject(refused);
  }
  const place = `/api/v1/runs/${root}`;
  expect(await send('POST', `${place}/replay`, { body: {} })).toMatchObject(refused);
  const changed = { ...outer, description: 'mended' };
  const saved = await send('PUT', '/api/v1/workflows/outer', { body: changed });
  const { version } = saved.body;
  const moved = () => send('POST', `${place}/migrate`, { body: { version } });
  expect((await moved()).body.error.message).toContain('quarantined');
  expect((await send('POST', `${place}/release`, { body: {} })).status).toBe(200);
  expect((await moved()).body).toMatchObject({ isMoved: true });
  expect((await send('POST', `${place}/fork`, { body: {} })).status).toBe(202);
});
