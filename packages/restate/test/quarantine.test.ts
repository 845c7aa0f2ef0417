// Goal: a call that kills its workers does not kill them for ever. Method: real workers in processes of their own, which the function of
// the call kills, one after another.
import {
  buildWorkflow,
  doorsOf,
  neededServer,
  poisonWorld,
  type PoisonWorld,
} from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

const far = { timeout: 120_000, interval: 100 };
const call = (name: string) => ({ id: name, type: 'function', config: { name } });
const flow = buildWorkflow({
  id: 'poisonous',
  nodes: [{ id: 'in', type: 'start' }, call('poison'), call('healthy')],
  edges: ['in -> poison', 'in -> healthy'],
});
let world: PoisonWorld;

// For each attempt a world of its own: a worker of the one before would hold the port and the runs.
beforeEach(async () => {
  world = await poisonWorld(await neededServer('postgres'), doorsOf(await neededServer('restate')));
});
afterEach(() => world.close());

it('[RS582] a call that three workers died of is held, the run is listed, and goes on when it is released or is cancelled', async () => {
  const { runs } = world.engine;
  const listed = async () => (await runs.list({ isQuarantined: true })).items.map(({ id }) => id);
  const first = await world.work(false);
  const { id } = await runs.start(flow);
  let worker = first;
  for (let deaths = 1; deaths <= 3; deaths++) {
    expect(await listed()).toEqual([]);
    await worker.ended;
    worker = await world.work(false);
  }
  await expect.poll(listed, far).toEqual([id]);
  await expect(runs.finished(id)).rejects.toMatchObject({ code: 'RUN_QUARANTINED' });
  // The worker lives, and the rest of the run is done.
  await expect
    .poll(async () => (await runs.get(id)).nodes, far)
    .toMatchObject({ poison: { status: 'running' }, healthy: { status: 'completed' } });

  const { id: other } = await runs.start(flow, { input: 'to be cancelled' });
  for (let deaths = 1; deaths <= 3; deaths++) {
    await worker.ended;
    worker = await world.work(false);
  }
  await expect.poll(async () => (await listed()).toSorted(), far).toEqual([id, other].toSorted());
  await runs.cancel(other, { reason: 'enough' });
  expect(await runs.finished(other)).toMatchObject({ status: 'cancelled' });

  await runs.release(id);
  await worker.ended;
  await world.work(true);
  expect(await runs.finished(id)).toMatchObject({ status: 'completed' });
  expect(await listed()).not.toContain(id);
});
