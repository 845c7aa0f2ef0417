// Goal: timers follow the wall clock. Method: Node's timers on a clock of the test, and a wall clock that is set without them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Clock } from '@skein/ports';
import { wallClock } from '../src/adapters/system-clock.ts';

const hour = 3_600_000;

// The system clock of this process may be in use, with timers that are not the test's.
let systemClock: Clock;
beforeEach(() => {
  vi.useFakeTimers();
  systemClock = wallClock();
});

afterEach(() => {
  vi.useRealTimers();
});

/** As after a suspend, or when somebody sets the clock: Node's timers do not notice. */
function jump(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

it('[E424] what has become due by a jump of the wall clock fires within seconds, once, and the rest at its time', () => {
  const fired: string[] = [];
  const start = Date.now();
  systemClock.setTimer(start + hour, () => fired.push('an hour'));
  systemClock.setTimer(start + 3 * hour, () => fired.push('three hours'));
  const cancel = systemClock.setTimer(start + hour, () => fired.push('cancelled'));
  cancel();
  vi.advanceTimersByTime(10_000);
  jump(2 * hour);
  vi.advanceTimersByTime(3000);
  expect(fired).toEqual(['an hour']);
  vi.advanceTimersByTime(hour - 30_000);
  expect(fired).toEqual(['an hour']);
  vi.advanceTimersByTime(60_000);
  expect(fired).toEqual(['an hour', 'three hours']);
});

it('[E424] a clock that is set back fires nothing early, and follows the wall clock from there', () => {
  const fired: string[] = [];
  systemClock.setTimer(Date.now() + hour, () => fired.push('late'));
  vi.advanceTimersByTime(hour / 2);
  jump(-hour);
  vi.advanceTimersByTime(hour);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(hour / 2 + 3000);
  expect(fired).toEqual(['late']);
});

it('[E424] without a distant timer nothing looks at the clock', () => {
  systemClock.setTimer(Date.now() + 1000, () => {});
  expect(vi.getTimerCount()).toBe(1);
  const cancel = systemClock.setTimer(Date.now() + hour, () => {});
  expect(vi.getTimerCount()).toBe(3);
  cancel();
  vi.advanceTimersByTime(5000);
  expect(vi.getTimerCount()).toBe(0);
});
