import { expect, it } from 'vitest';
import type { Cell } from './measurement.ts';
import { systemOf } from './sample-measurement.ts';
import { secondsFor, shownTime } from './time-left.ts';

const cell = (system: string, seconds: number, more: Partial<Cell> = {}): Cell => ({
  system,
  round: 0,
  seconds,
  load: 1,
  ...more,
});
const cells = [
  cell('floor:pg', 20),
  cell('fast:pg', 2),
  cell('fast:pg', 4),
  cell('slow:pg', 30),
  cell('late:pg', 120, { dnf: 'over 120 s' }),
];
const pace = {
  rounds: 5,
  secondsEach: 40,
  timeoutS: 120,
  known: (_: unknown, system: string) => cells.filter((each) => each.system === system),
};
const planned = (...ids: readonly string[]) => ({
  workload: 'W2',
  size: 100,
  systems: ids.map((id) => systemOf(id)),
});

it('counts what is known: all rounds of floors and of the quick, fewer of slow peers, one of what does not finish', () => {
  expect(secondsFor([planned('floor:pg')], pace)).toBe(100);
  expect(secondsFor([planned('fast:pg')], pace)).toBe(15);
  expect(secondsFor([planned('slow:pg')], pace)).toBe(30);
  expect(secondsFor([planned('late:pg')], pace)).toBe(120);
  expect(secondsFor([planned('fast:pg', 'slow:pg'), planned('late:pg')], pace)).toBe(165);
});

it('guesses what is not', () => {
  expect(secondsFor([planned('skein:pg', 'new:pg')], pace)).toBe(5 * 5 + 3 * 12);
});

it('shows seconds, and minutes if there are many', () => {
  expect([shownTime(59.6), shownTime(600)]).toEqual(['60 s', '10 min']);
});
