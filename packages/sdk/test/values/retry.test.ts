import { expect, it } from 'vitest';
import { retryPlan, retryPolicy } from '../../src/values/retry.ts';

it('[SD2351] a first pause that is longer than the usual longest one is kept to', () => {
  const plan = retryPlan({ attempts: 4, backoff: '1h' });
  expect([1, 2, 3].map((attempt) => plan.delayMs(attempt))).toEqual([
    3_600_000, 3_600_000, 3_600_000,
  ]);
  expect(retryPolicy({ attempts: 4, backoff: '1h' })).toEqual({
    attempts: 4,
    backoffMs: 3_600_000,
    maxMs: 3_600_000,
  });
  expect(retryPlan({ attempts: 9, backoff: '10s' }).delayMs(5)).toBe(30_000);
  expect(retryPlan({ attempts: 9, backoff: '1h', max: '1d' }).delayMs(3)).toBe(14_400_000);
});
