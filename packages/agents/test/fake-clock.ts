import type { Clock } from '@skein/ports';

export interface FakeClock extends Clock {
  /** Lets time pass and fires what is due. */
  advance(milliseconds: number): void;
  readonly pending: () => number;
}

export function fakeClock(): FakeClock {
  let now = 1_000;
  const timers = new Set<{ readonly at: number; readonly fire: () => void }>();
  return {
    now: () => now,
    setTimer: (at, fire) => {
      const timer = { at, fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds) => {
      now += milliseconds;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.fire();
      }
    },
    pending: () => timers.size,
  };
}
