// Goal: kills and retention leave nothing behind. Some seconds here; for hours: `npm run soak -- --minutes 60`.
import { soak } from '@skein/testkit';
import { expect, it } from 'vitest';

it('L8 [E26] random kills and retention: nothing wrong, runs end and are thrown away', async () => {
  const result = await soak({
    minutes: 0.3,
    seed: 1,
    atOnce: 4,
    paceMs: 0,
    keptMs: 500,
    killMs: [5000, 6000],
  });
  expect(result.wrong).toEqual([]);
  expect(result.kills).toBeGreaterThan(2);
  expect(result.ended).toBeGreaterThan(0);
  expect(result.late.walBytes).toBeLessThan(32 * 2 ** 20);
});
