// Goal: a server keeps its promises under load. Smaller than the limits are written for, and without bounds on times, which
// depend on what else the machine does; at full size: `npm run load`.
import { floodByOne, runsOverHttp } from '@skein/testkit';
import { expect, it } from 'vitest';

it('L1 [V100] many runs at once over HTTP: all end well, in little memory; beyond the queue starts are refused', async () => {
  const load = await runsOverHttp({ runs: 200, steps: 4, modelMs: 20 });
  expect(load).toMatchObject({ completed: 200, refused: 0, errors: 0 });
  expect(load.rssMb).toBeLessThan(600);
  expect(load.lagMs).toBeGreaterThanOrEqual(0);
  // So few at a time that also a machine that starts ten in a second starts too many.
  const limits = { executions: 1, queued: 20 };
  const beyond = await runsOverHttp({ runs: 200, steps: 1, modelMs: 100, limits });
  expect(beyond.errors).toBe(0);
  expect(beyond.refused).toBeGreaterThan(0);
  expect(beyond.completed).toBe(200 - beyond.refused);
});

it('T7 [V57] somebody who floods the server is refused, and held up; others are not', async () => {
  // The others send a hundred requests in all, however long that takes.
  const rate = { perSecond: 5, burst: 120 };
  const flood = await floodByOne({ rounds: 2, connections: 16, rate });
  expect(flood.refused).toBeGreaterThan(0);
  expect(flood.othersRefused).toBe(0);
  // A quarter of a second, give or take what a timer may be early.
  expect(flood.heldMs).toBeGreaterThan(240);
});
