import { expect, it } from 'vitest';
import { hello, serve } from './serving.ts';

const day = 24 * 3_600_000;

it('[V2462] runs that ended longer ago than the operator says are deleted, others stay', async () => {
  const clock = { at: Date.now(), now: () => clock.at };
  const { send, server } = await serve({ clock, secretKey: new Uint8Array(32) });
  const asking = { ...hello, id: 'asks', edges: [], nodes: [{ id: 'ask', type: 'input' }] };
  for (const body of [hello, asking]) await send('POST', '/api/v1/workflows', { body });
  const start = async (id: string) =>
    (await send('POST', `/api/v1/workflows/${id}/run?wait=20`, { body: { input: { name: 'A' } } }))
      .body.run_id;
  const [ended, open] = [await start('hello'), await start('asks')];
  const first = { days: null, deletedAt: null, deleted: 0 };
  expect((await send('GET', '/api/v1/retention')).body).toEqual(first);
  const left = async () =>
    (await send('GET', '/api/v1/runs')).body.items.map(({ id }: { readonly id: string }) => id);
  // By default nothing is deleted, however much time goes by.
  clock.at += 400 * day;
  await server.fireDue();
  expect(await left()).toEqual([open, ended]);
  const set = await send('PUT', '/api/v1/retention', { body: { days: 500 } });
  expect(set.body).toMatchObject({ days: 500 });
  clock.at += day;
  await server.fireDue();
  expect(await left()).toEqual([open, ended]);
  await send('PUT', '/api/v1/retention', { body: { days: 30 } });
  clock.at += day;
  await server.fireDue();
  await expect.poll(left).toEqual([open]);
  await expect
    .poll(async () => (await send('GET', '/api/v1/retention')).body)
    .toEqual({ days: 30, deleted: 1, deletedAt: new Date(clock.at).toISOString() });
  const refused = await send('PUT', '/api/v1/retention', { body: { days: 0 } });
  expect(refused.status).toBe(400);
});
