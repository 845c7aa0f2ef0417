import { expect, it } from 'vitest';
import { hopeless } from './hopeless.ts';
import { measurementWith } from './sample-measurement.ts';

const smaller = [
  measurementWith(
    { 'a:x': [100_000], 'b:x': [1000], 'c:x': [2000], 'e:x': 'no such file' },
    { size: 100 },
  ),
  measurementWith({ 'b:x': [20_000, 13_000], 'c:x': 'over 120 s' }, { size: 1000 }),
];
const asked = (system: string, size = 10_000) => hopeless(system, size, { timeoutS: 120, smaller });

it('does not try what a smaller size shows to take too long, by the nearest one', () => {
  expect(asked('a:x')).toBe('not tried: at the pace of 100 it takes 1,000 s');
  expect(asked('b:x')).toBe('not tried: at the pace of 1,000 it takes 130 s');
  expect(asked('c:x')).toBe('not tried: over 120 s at 1,000 already');
});

it('tries what may finish, what failed for another reason, and what is not known', () => {
  expect(asked('a:x', 1000)).toBeNull();
  expect(asked('b:x', 1000)).toBeNull();
  expect(asked('e:x')).toBeNull();
  expect(asked('f:x')).toBeNull();
});
