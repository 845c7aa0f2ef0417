import { runId } from '@skein/kernel';
import { expect, it } from 'vitest';
import type { BegunThing } from '../src/flow/things-in-flight.ts';
import { claim, held, isSuperseded, spared } from '../src/flow/claims.ts';

const order = { run: runId('r'), node: 'a', activation: 1, attempt: 1, seq: 1 };
const call = { node: 'a', activation: 1, attempt: 1, dueAt: 1000 };
const begun: BegunThing = { invocation: 'inv', call };

it('[RS27] until a call is restarted its first attempt may record; then only the newest', () => {
  expect(isSuperseded(begun, 'first')).toBe(false);
  const second = claim(begun, { token: 'second', order }, 7);
  expect(second).toMatchObject({ invocation: 'inv', call: { ...call, token: 'second' } });
  expect(isSuperseded(second, 'first')).toBe(true);
  expect(isSuperseded(second, 'second')).toBe(false);
});

it('[RS27] a call of another attempt, or one that is over, cannot be claimed', () => {
  expect(claim(begun, { token: 't', order: { ...order, attempt: 2 } }, 7)).toBeNull();
  expect(claim(null, { token: 't', order }, 7)).toBeNull();
});

it('[RS582] workers that die soon are counted; one that lives, records or has had the call for long ends the count', () => {
  const began: BegunThing = { invocation: 'inv', call: { ...call, begunAt: 0 } };
  const again = (thing: BegunThing | null, at: number) => claim(thing, { token: 't', order }, at);
  const deaths = (thing: BegunThing | null) =>
    thing !== null && 'call' in thing ? thing.call?.deaths : undefined;
  const one = again(began, 5000);
  const two = again(one, 20_000);
  expect([one, two, again(two, 55_000)].map(deaths)).toEqual([1, 2, 3]);
  // After two deaths a minute is long enough.
  expect(deaths(again(two, 80_000))).toBe(0);
  expect(deaths(again(spared(two, false), 21_000))).toBe(1);
  expect(deaths(again(spared(two, true), 21_000))).toBe(0);
  expect(spared(began, false)).toBeNull();
  const three = again(two, 55_000);
  if (three === null) throw new Error('It can be claimed.');
  expect(again(held(three, { order, service: 's' }), 56_000)).toBeNull();
});
