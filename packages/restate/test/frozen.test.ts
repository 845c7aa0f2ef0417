// Goal: a worker that is frozen until Restate has given it up, and then thawed, does no harm. Method: it stops itself in the middle of a
// message, or after an effect; another worker takes over, and only then it is thawed. `npm run crash -- --host restate --signal SIGSTOP` takes
// every point.
import {
  impatience,
  neededServer,
  openFreezeLane,
  startLedger,
  startRestate,
  type FreezeLane,
} from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const limitMs = 480_000;
const closing: (() => Promise<unknown>)[] = [];
const ledger = await startLedger();
let lane: FreezeLane;
let expected: Awaited<ReturnType<FreezeLane['undisturbed']>>;

beforeAll(async () => {
  closing.push(() => ledger.close());
  const doors = await startRestate(impatience);
  closing.push(() => doors.stop());
  lane = await openFreezeLane({ ledger, doors, postgres: await neededServer('postgres') });
  closing.push(() => lane.close());
  expected = await lane.undisturbed();
}, limitMs);

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
}, limitMs);

it.each(['before run.started', 'after the call reserve'])(
  'C9 [RS28][RS27] a worker frozen %s: what it still writes is refused, nothing happens twice',
  async (label) => {
    const point = expected.points.indexOf(label) + 1;
    const result = await lane.crash({ point, signal: 'SIGSTOP' }, expected);
    expect(result).toMatchObject({ hasDied: true, wrong: [] });
    expect(result.refused).toBeGreaterThan(0);
  },
  limitMs,
);

it(
  'C9 [RS27] a worker frozen behind the intent of a guarded effect does not make it when a person has been asked',
  async () => {
    // The turn has written the intent, and its answer to the function is on the way.
    const point = expected.points.indexOf('before the call pay');
    expect(expected.points[point - 1]).toBe('after step.recorded of desk');
    const result = await lane.crash({ point, signal: 'SIGSTOP' }, expected);
    expect(result).toMatchObject({ hasDied: true, asked: 1, wrong: [] });
  },
  limitMs,
);
