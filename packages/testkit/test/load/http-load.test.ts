// Goal: a server keeps its promises under load. Smaller than the limits are written for, and without bounds on times, which
// depend on what else the machine does; at full size: `npm run load`.
import { floodByOne, runsOverHttp } from '@skein/testkit';
import { expect, it } from 'vitest';

const limitMs = 120_000;

it(
  'L1 [V100] many runs at once over HTTP: all end well, in little memory; beyond the queue starts are refused',
  async () => {
    const load = await runsOverHttp({ runs: 200, steps: 4, modelMs: 20 });
    expect(load).toMatchObject({ completed: 200, refused: 0, errors: 0 });
    expect(load.rssMb).toBeLessThan(600);
    expect(load.lagMs).toBeGreaterThanOrEqual(0);
    const beyond = await runsOverHttp({ runs: 400, steps: 1, modelMs: 200, queued: 20 });
    expect(beyond.errors).toBe(0);
    expect(beyond.refused).toBeGreaterThan(0);
    expect(beyond.completed).toBe(400 - beyond.refused);
  },
  limitMs,
);

it(
  'T7 [V57] somebody who floods the server is refused, and held up; others are not',
  async () => {
    const { refused, taken, othersRefused } = await floodByOne({ rounds: 2, connections: 16 });
    expect(refused).toBeGreaterThan(0);
    expect(othersRefused).toBe(0);
    // A refusal takes a quarter of a second, so so many connections get only so many of them.
    expect(refused).toBeLessThan(taken + 200);
  },
  limitMs,
);
