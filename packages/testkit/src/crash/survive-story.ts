import { expect } from 'vitest';
import { startLedger } from '../ledger/ledger.ts';
import { CrashLane } from './crash-lane.ts';
import type { CrashStore } from './crash-stores.ts';
import type { FullStory } from './full-world.ts';

/** Plays a story undisturbed, and then kills its process at each of the points, named by their labels: it must come to the same end. */
export async function surviveStory({
  story,
  open,
  output,
  deaths,
}: {
  readonly story: FullStory;
  readonly open: () => CrashStore | Promise<CrashStore>;
  /** What the undisturbed run gives, or a part of it. */
  readonly output: unknown;
  readonly deaths: readonly string[];
}): Promise<void> {
  const ledger = await startLedger();
  const store = await open();
  const lane = new CrashLane({ ...store, ledger, story });
  try {
    const expected = await lane.undisturbed();
    const whole = { status: 'completed', output, again: [], complaints: [], asked: 0 };
    expect(expected).toMatchObject(whole);
    for (const label of deaths) {
      expect(expected.points).toContain(label);
      const point = expected.points.indexOf(label) + 1;
      const result = await lane.crash({ point, label, signal: 'SIGKILL' }, expected);
      expect([label, result]).toMatchObject([label, { hasDied: true, wrong: [] }]);
    }
  } finally {
    lane.close();
    await ledger.close();
    await store.drop();
  }
}
