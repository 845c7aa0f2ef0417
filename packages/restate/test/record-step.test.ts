import { expect, it } from 'vitest';
import { recordStep } from '../src/nodes/record-step.ts';

/** Answers that take so long, one after the other, and then none. */
function answers(...given: readonly (readonly [tookMs: number, isWanted: boolean])[]) {
  let [at, asked] = [0, 0];
  return {
    now: () => at,
    send: async () => {
      const [tookMs, isWanted] = given[asked++] ?? [0, false];
      at += tookMs;
      return isWanted;
    },
    asked: () => asked,
  };
}

it.each([
  ['at once', [[10, true]], true, 1],
  [
    'late, and still wanted',
    [
      [60_000, true],
      [10, true],
    ],
    true,
    2,
  ],
  [
    'late, when another try has claimed the call',
    [
      [60_000, true],
      [10, false],
    ],
    false,
    2,
  ],
  ['refused', [[10, false]], false, 1],
] as const)('[RS27] a record that is answered %s', async (_, given, mayGoOn, times) => {
  const { send, now, asked } = answers(...given);
  expect(await recordStep(send, now)).toBe(mayGoOn);
  expect(asked()).toBe(times);
});

it('[RS27] is not asked for ever where every answer takes long', async () => {
  const { send, now, asked } = answers(...Array.from({ length: 9 }, () => [5000, true] as const));
  expect(await recordStep(send, now)).toBe(true);
  expect(asked()).toBe(5);
});
