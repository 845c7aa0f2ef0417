import { expect, it } from 'vitest';
import {
  casesIn,
  intervalWords,
  scoreWords,
  scorersIn,
} from '../../src/graph/evaluations/read-report.ts';

const trial = (run: string, score: number | null) => ({
  run,
  status: 'completed',
  scores: { exact: { score } },
});
const report = {
  scorers: [
    {
      name: 'exact',
      mean: 0.5,
      cases: 2,
      interval: { low: 0.1, high: 0.9 },
      worst: [{ case: 'b', score: 0 }],
      difference: { mean: -0.25, interval: null },
    },
  ],
  cases: [
    { id: 'a', trials: [trial('r1', 1), trial('r2', 0)] },
    { id: 'b', trials: [trial('r3', null)] },
  ],
};

it('[W2553] a report is read as it is shown, and one that is not there is empty', () => {
  const [scorer] = scorersIn(report);
  expect(scorer).toMatchObject({ name: 'exact', mean: 0.5, difference: { mean: -0.25 } });
  expect(intervalWords(scorer?.interval ?? null)).toBe('0.10 to 0.90');
  const [first, second] = casesIn(report);
  expect([first?.run, first?.scores.get('exact')]).toEqual(['r1', 0.5]);
  expect(scoreWords(second?.scores.get('exact') ?? null)).toBe('–');
  expect([scorersIn(null), casesIn({ cases: 'none' })]).toEqual([[], []]);
});
