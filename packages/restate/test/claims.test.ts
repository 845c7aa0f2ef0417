import { runId } from '@skein/kernel';
import { expect, it } from 'vitest';
import type { BegunThing } from '../src/flow/things-in-flight.ts';
import { claim, isSuperseded } from '../src/flow/claims.ts';

const order = { run: runId('r'), node: 'a', activation: 1, attempt: 1, seq: 1 };
const call = { node: 'a', activation: 1, attempt: 1, dueAt: 1000 };
const begun: BegunThing = { invocation: 'inv', call };

it('[RS27] until a call is restarted its first attempt may record; then only the newest', () => {
  expect(isSuperseded(begun, 'first')).toBe(false);
  const second = claim(begun, { token: 'second', order });
  expect(second).toEqual({ invocation: 'inv', call: { ...call, token: 'second' } });
  expect(isSuperseded(second, 'first')).toBe(true);
  expect(isSuperseded(second, 'second')).toBe(false);
});

it('[RS27] a call of another attempt, or one that is over, cannot be claimed', () => {
  expect(claim(begun, { token: 't', order: { ...order, attempt: 2 } })).toBeNull();
  expect(claim(null, { token: 't', order })).toBeNull();
});
