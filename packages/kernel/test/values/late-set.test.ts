import { expect, it } from 'vitest';
import { LateSet } from '../../src/values/late-set.ts';

it('[K3550] a late set is a set that has no table before its first item', () => {
  const set = new LateSet<number>();
  expect(set.itemsMade).toBeNull();
  expect([set.size, set.has(1), set.delete(1), [...set]]).toEqual([0, false, false, []]);
  set.clear();
  expect(set.itemsMade).toBeNull();
  expect([...set.add(2).add(1).add(2)]).toEqual([2, 1]);
  expect([set.size, set.has(1), set.delete(1), set.has(1)]).toEqual([2, true, true, false]);
  set.clear();
  expect([...set]).toEqual([]);
  // Nothing of it is in what the empty ones share.
  expect([...new LateSet<number>()]).toEqual([]);
});
