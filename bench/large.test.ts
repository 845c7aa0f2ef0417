// Goal: nothing is quadratic in the length of a chain that carries a large value. Method: random chains, and the bytes that they leave in
// the file, which depend on no clock.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureLarge } from './large/measure-large.ts';

/** Rows, their indexes and a snapshot. */
const stepBytesMax = 4096;
const runBytesMax = 64 * 1024;

it('[S2602] a value that is passed on is stored once, however many steps pass it on; others once each', async () => {
  const chains = fc.record({
    steps: fc.integer({ min: 2, max: 60 }),
    bytes: fc.integer({ min: 70_000, max: 500_000 }),
    isNew: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(chains, async (chain) => {
      const { steps, bytes, isNew } = chain;
      const { storedBytes } = await measureLarge(chain);
      const values = isNew ? steps : 1;
      const most = values * (bytes + 4096) + steps * stepBytesMax + runBytesMax;
      // Pages that are free are used first.
      expect(storedBytes).toBeGreaterThan(bytes / 2);
      expect(storedBytes).toBeLessThan(most);
    }),
    { numRuns: 12 },
  );
});
