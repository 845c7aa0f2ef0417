import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readDuration,
  readDurations,
  writeDuration,
  writeDurations,
} from '../../src/graph/forms/duration-text.ts';

it('[W1858] durations are read as they are written, and in other words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (ms) => {
      expect(readDuration(writeDuration(ms))).toBe(ms);
    }),
  );
  const several = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { minLength: 2 });
  fc.assert(
    fc.property(several, (list) => {
      expect(readDurations(writeDurations(list) ?? '')).toEqual(list);
    }),
  );
  expect(readDurations('1 day')).toBe(86_400_000);
  expect(readDurations('1 day, soon')).toBeNull();
  expect(writeDurations('${trigger.ms}')).toBeNull();
  expect(writeDuration(259_200_000)).toBe('3 days');
  expect(writeDuration(5_400_000)).toBe('1 hour 30 minutes');
  for (const [words, ms] of [
    ['3 days', 259_200_000],
    ['two weeks', 1_209_600_000],
    ['Half an hour', 1_800_000],
    ['a day and twelve hours', 129_600_000],
    ['one hour half a minute', 3_630_000],
    ['1.5h', 5_400_000],
    ['1 hour and 30 minutes', 5_400_000],
    ['2 weeks', 1_209_600_000],
    ['90s', 90_000],
    ['250 ms', 250],
  ] as const)
    expect(readDuration(words)).toBe(ms);
  for (const words of ['', '3', 'soon', '3 dogs', '2 hours maybe', '-1 day'])
    expect(readDuration(words)).toBeNull();
});
