import type { Happened } from '@skein/engine';
import { expect, it } from 'vitest';
import type { BegunThing } from '../src/begun-things.ts';
import { claim, isSuperseded } from '../src/claims.ts';

const order = { run: 'r', node: 'a', activation: 1, attempt: 1, seq: 1 };
const call = { node: 'a', activation: 1, attempt: 1, dueAt: 1000 };
const begun: BegunThing = { invocation: 'inv', call };
const happened: Happened = {
  type: 'happened',
  event: { type: 'step.recorded', node: 'a', activation: 1, key: 'k#1', value: 1 },
  attempt: 1,
};

it('[RS27] until a call is begun again its first try may record; then only the newest', () => {
  expect(isSuperseded(begun, { token: 'first', happened })).toBe(false);
  const second = claim(begun, { token: 'second', order });
  expect(second).toEqual({ invocation: 'inv', call: { ...call, token: 'second' } });
  expect(isSuperseded(second, { token: 'first', happened })).toBe(true);
  expect(isSuperseded(second, { token: 'second', happened })).toBe(false);
});

it('[RS27] a call of another attempt, or one that is over, cannot be claimed', () => {
  expect(claim(begun, { token: 't', order: { ...order, attempt: 2 } })).toBeNull();
  expect(claim(null, { token: 't', order })).toBeNull();
});
