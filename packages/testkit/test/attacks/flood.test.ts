// The attack at a small size: `npm run attacks -- --runs 1000000` makes the large one.
import { expect, it } from 'vitest';
import { cancelTree, restartFlooded } from '../../src/attacks/flood-attacks.ts';

it('[X541] a server on a file with thousands of open runs recovers what is due, and nothing else', async () => {
  const { isHeld, peakMb } = await restartFlooded(3000, 15_000);
  expect(isHeld).toBe(true);
  expect(peakMb).toBeLessThan(1000);
});

it('[E400] a tree of open runs is cancelled as a whole', async () => {
  expect((await cancelTree(300)).isHeld).toBe(true);
});
