import { expect, it } from 'vitest';
import { durationMs, type Duration } from '@skein/sdk';

it('[SD1] a number with a unit is that many milliseconds', () => {
  const given: readonly [Duration, number][] = [
    [250, 250],
    ['500ms', 500],
    ['5s', 5000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['3d', 259_200_000],
    ['1w', 604_800_000],
  ];
  for (const [duration, ms] of given) expect(durationMs(duration)).toBe(ms);
});

it('[SD1] what is no duration is refused, with the units', () => {
  for (const bad of ['3 days', '', 'd', '-3d', '1e9d', Number.NaN, -1, Number.POSITIVE_INFINITY])
    expect(() => durationMs(bad as Duration)).toThrow(/is not a duration: .*ms, s, m, h, d, w/);
});
