import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIsoDate, toIsoTime } from '../../src/references/civil-date.ts';

const yearZero = -62_167_219_200_000;
const endOf9999 = 253_402_300_799_999;

describe('civil dates', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [951_782_400_000, '2000-02-29T00:00:00.000Z'],
    [951_868_800_000, '2000-03-01T00:00:00.000Z'],
    [-2_203_891_200_000, '1900-03-01T00:00:00.000Z'],
    [1_709_251_199_999, '2024-02-29T23:59:59.999Z'],
    [yearZero, '0000-01-01T00:00:00.000Z'],
    [endOf9999, '9999-12-31T23:59:59.999Z'],
    [1.9, '1970-01-01T00:00:00.001Z'],
  ])('[K66] %d is %s', (ms, time) => {
    expect(toIsoTime(ms)).toBe(time);
    expect(toIsoDate(ms)).toBe(time.slice(0, 10));
  });

  it('[K66] agrees with the host for the years 0 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: yearZero, max: endOf9999 }), (ms) => {
        expect(toIsoTime(ms)).toBe(new Date(ms).toISOString());
      }),
      { numRuns: 2000 },
    );
    const wrong: number[] = [];
    for (let day = yearZero; day < endOf9999; day += 86_400_000 * 29) {
      if (toIsoTime(day) !== new Date(day).toISOString()) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });
});
