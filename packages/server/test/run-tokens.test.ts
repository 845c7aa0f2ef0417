import { randomBytes } from 'node:crypto';
import { runId } from '@skein/kernel';
import { runTokens } from '@skein/server';
import { expect, it } from 'vitest';
import { asking, serve } from './serving.ts';

it('[V124] the token of a run ends after an hour, and is none for a server with another key', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const clock = { now: () => now };
  const secretKey = randomBytes(32);
  const { send } = await serve({ clock, secretKey });
  const made = { id: 'made', type: 'transform', config: { value: 1 } };
  const nodes = [made, { id: 'review', type: 'approval', config: { prompt: 'Fine?' } }];
  const body = { ...asking, nodes, edges: [{ from: 'made', to: 'review' }] };
  await send('POST', '/api/v1/workflows', { body });
  const { body: run } = await send('POST', '/api/v1/workflows/asking/run?wait=10', { body: {} });
  const { body: state } = await send('GET', `/api/v1/runs/${run.run_id}`);
  const output = `/api/v1/outputs/${state.outputs.made[0].id}`;
  const read = async (key: Uint8Array) => {
    const token = runTokens(key, clock).make(runId(run.run_id));
    const ask = () => send('GET', output, { headers: { authorization: `Bearer ${token}` } });
    const first = await ask();
    now += 3_600_000;
    return [first.status, (await ask()).status];
  };
  expect(await read(secretKey)).toEqual([200, 401]);
  expect(await read(randomBytes(32))).toEqual([401, 401]);
});
