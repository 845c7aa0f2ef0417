import { expect, it } from 'vitest';
import { hello, serve, type Loose } from './serving.ts';

it('[V1456] a trigger is tested with data of one’s own: filters decide, a run starts, and the history has it', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  await send('PUT', '/api/v1/workflows/hello/trigger', {
    body: { trigger_type_id: 'webhook', config: {} },
  });
  const [trigger] = (await send('GET', '/api/v1/triggers?workflow=hello')).body.items;
  const place = `/api/v1/triggers/${trigger.uuid}`;
  const fired = await send('POST', `${place}/test`, { body: { data: { name: 'Ada' } } });
  expect(fired).toMatchObject({ status: 200, body: { matched: true } });
  const again = await send('POST', `${place}/test`, { body: { data: { name: 'Ada' } } });
  expect(again.body.run_id).not.toBe(fired.body.run_id);
  const run = await send('GET', `/api/v1/runs/${fired.body.run_id}`);
  expect(run.body.input).toEqual({ name: 'Ada' });
  const { items } = (await send('GET', `${place}/history`)).body;
  expect(items.map(({ outcome }: Loose) => outcome)).toEqual(['started', 'started']);
});
