// Goal: cost per step, bytes and memory do not grow with the length of a run. Smaller than the limits are written for; at full
// size: `npm run load`.
import { heavyValue, largeGraph, longConversation, longLoop, wideMap } from '@skein/testkit';
import { expect, it } from 'vitest';

it('L4 [E49] a long loop: late steps cost what early ones do, bytes grow with the steps, a resume reads little', async () => {
  const [short, long] = [await longLoop(400), await longLoop(2000)];
  expect(long.lateMs / long.earlyMs).toBeLessThan(2);
  expect(long.bytes / short.bytes).toBeLessThan(5.5);
  expect(long.resumeMs).toBeLessThan(2000);
});

it('L4 [E49] a long conversation: late turns cost what early ones do', async () => {
  const [short, long] = [await longConversation(30), await longConversation(150)];
  expect(long.lateMs / long.earlyMs).toBeLessThan(2);
  expect(long.bytes / short.bytes).toBeLessThan(5.5);
});

it('L3 [E20] a wide map has no more children in flight than it allows; one of a million is refused before any begins', async () => {
  const wide = await wideMap(600, 12);
  expect(wide.most).toBeLessThanOrEqual(12);
  expect(wide.grownBytes).toBeLessThan(300 * 2 ** 20);
  await expect(wideMap(1_000_000, 12)).rejects.toThrow('a map takes at most 100000');
});

it('L5 [S19] 10 MB through ten steps are stored once', async () => {
  expect(await heavyValue(10_000_000, 10)).toBeLessThan(20_000_000);
});

it('L6 [E4] a graph of 100,000 nodes, long or wide, is checked, compiled and run in a few seconds', async () => {
  expect(await largeGraph('chain', 100_000)).toBeLessThan(30_000);
  expect(await largeGraph('wide', 100_000)).toBeLessThan(30_000);
});
