// The virtual clock
// Time that moves only when told to, for tests and the simulation. Timers fire in the order of their times; timers of the
// same time fire in the order in which they were set.
import type { Clock } from '@skein/ports';

interface VirtualTimer {
  readonly at: number;
  readonly fire: () => void;
}

export interface VirtualClock extends Clock {
  /** When the next timer is due; null when there is none. */
  readonly nextAt: number | null;
  readonly timers: number;
  /** Advances and fires what becomes due; everything in flight, or triggered by a timer, happens before the next one fires. */
  advance(ms: number): Promise<void>;
  /** Sets the time, also backwards, without firing anything: what becomes due by it fires with the next `advance`. */
  jump(ms: number): void;
}

const startDefault = Date.UTC(2026, 10, 15);

export function virtualClock({ startAt = startDefault } = {}): VirtualClock {
  let now = startAt;
  /** Sorted, the next one first. */
  const timers: VirtualTimer[] = [];
  return {
    now: () => now,
    setTimer(at, fire) {
      const timer = { at, fire };
      timers.splice(placeFor(timers, at), 0, timer);
      return () => {
        const place = timers.indexOf(timer);
        if (place >= 0) timers.splice(place, 1);
      };
    },
    get nextAt() {
      return timers[0]?.at ?? null;
    },
    get timers() {
      return timers.length;
    },
    async advance(ms) {
      const until = now + ms;
      await settleTicks();
      for (let due = timers[0]; due !== undefined && due.at <= until; due = timers[0]) {
        timers.shift();
        if (due.at > now) now = due.at;
        due.fire();
        await settleTicks();
      }
      now = Math.max(now, until);
    },
    jump(ms) {
      now += ms;
    },
  };
}

/** After all timers that are due at the same time or earlier. */
function placeFor(timers: readonly VirtualTimer[], at: number): number {
  let low = 0;
  let high = timers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timers[middle] as VirtualTimer).at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lets everything in flight finish: two ticks, because the first may schedule an immediate of its own. */
export async function settleTicks(turns = 2): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
