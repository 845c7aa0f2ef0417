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
