// Goal: what a step writes does not grow unnoticed. Method: count what it leaves in a file and its log, beside an insert by hand.
import { afterAll, expect, it } from 'vitest';
import { closeAll } from './workloads/workload.ts';
import { measureEngine, measureFloor } from './writes/measure-writes.ts';

afterAll(closeAll);

it('[S2601] on SQLite a step is one row without index entries, in as many pages as an insert by hand', async () => {
  const floor = await measureFloor();
  const own = await measureEngine();
  expect([own.rows, own.entries]).toEqual([1, 0]);
  // Which step begins a new page depends on the bytes of the rows before.
  expect(own.pages).toBeLessThanOrEqual(floor.pages * 1.2);
});
