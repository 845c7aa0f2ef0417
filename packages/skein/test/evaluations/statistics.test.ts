// Goal: the figures that people decide by are right. Method: values that scipy 1.16 and statsmodels 0.14 give for the same data.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { casesNeeded } from '../../src/evaluations/statistics/cases-needed.ts';
import {
  bootstrapInterval,
  deviationOf,
  differenceInterval,
  meanInterval,
  studentInterval,
  studentPoint,
  wilsonInterval,
} from '../../src/evaluations/statistics/interval.ts';

describe('[EV1] intervals', () => {
  it.each([
    [0, 5, 0, 0.434_482_464_8],
    [5, 5, 0.565_517_535_2, 1],
    [3, 10, 0.107_791_267_4, 0.603_221_852_5],
    [45, 60, 0.627_679_299_2, 0.842_234_774_7],
    [1, 1000, 0.000_176_546_4, 0.005_642_558_6],
  ])('of %i in %i are those of statsmodels (wilson)', (successes, cases, low, high) => {
    const found = wilsonInterval(successes, cases);
    expect(found.low).toBeCloseTo(low, 9);
    expect(found.high).toBeCloseTo(high, 9);
  });

  it.each([
    [29, 2.045_229_642],
    [100, 1.983_971_519],
    [1000, 1.962_339_081],
  ])('use the t of %i degrees that scipy has', (degrees, point) => {
    expect(studentPoint(degrees)).toBeCloseTo(point, 4);
  });

  it('of 40 scores are those of scipy (t)', () => {
    const { low, high } = studentInterval(
      Array.from({ length: 40 }, (_, place) => (place % 7) / 6),
    );
    expect(low).toBeCloseTo(0.373_118_183_6, 5);
    expect(high).toBeCloseTo(0.585_215_149_7, 5);
  });

  it('of few scores are within a step of those of scipy (bootstrap, 200,000 samples)', () => {
    const found = bootstrapInterval([0.1, 0.5, 0.5, 0.9, 1, 0.3, 0.7, 0.2, 0.8, 0.6]);
    expect(Math.abs(found.low - 0.38)).toBeLessThan(0.015);
    expect(Math.abs(found.high - 0.73)).toBeLessThan(0.015);
  });

  it('are chosen by what the scores are', () => {
    expect(meanInterval([])).toBeNull();
    expect(meanInterval([1, 0, 1])?.method).toBe('wilson');
    expect(meanInterval([1, 0.5, 1])?.method).toBe('bootstrap');
    expect(meanInterval(Array.from({ length: 30 }, () => 0.5))?.method).toBe('t');
  });

  it('contain the mean, and are the same every time', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 40 }), (scores) => {
        const mean = scores.reduce((sum, each) => sum + each, 0) / scores.length;
        const found = meanInterval(scores);
        expect(found?.low).toBeLessThanOrEqual(mean + 1e-9);
        expect(found?.high).toBeGreaterThanOrEqual(mean - 1e-9);
        expect(meanInterval(scores)).toEqual(found);
      }),
      { numRuns: 50 },
    );
  });
});

describe('[EV2] cases that are needed', () => {
  const differences = [-1, 0, 0, 0, 0.5, 0, -0.5, 0, 0, 0, 0, -1];

  it('follow from how much cases differ', () => {
    expect(deviationOf(differences)).toBeCloseTo(0.443_812_682_3, 9);
    expect(casesNeeded(differences, 0.1)).toBe(155);
    expect(casesNeeded([0, 0, 0], 0.1)).toBeNull();
    expect(casesNeeded(differences, 0)).toBeNull();
  });

  it('differences have the interval that scipy has', () => {
    const found = differenceInterval(differences);
    expect(Math.abs((found?.low ?? 0) + 0.4167)).toBeLessThan(0.043);
    expect(Math.abs((found?.high ?? 0) - 0.0417)).toBeLessThan(0.043);
  });
});
