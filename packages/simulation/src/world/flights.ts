// What is in flight
// Time stands still while something real is under way: code in a thread, a request, a file. Everything else waits for virtual time or
// for people, and would wait for ever if time stood still for it.
//
// F1. A function is under way unless it waits for what it asked the engine for: a step, an answer, a share of a budget.
// F2. The effect of a step is under way until it settles.
// F3. What sleeps by the clock of the test is not under way: only virtual time wakes it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@skein/ports';

/** A function, or the effect of a step. */
export interface Flight {
  /** What it has asked the engine for, and did not get yet. */
  asking: number;
  sleeping: number;
}

export function newFlight(): Flight {
  return { asking: 0, sleeping: 0 };
}

/** The one whose code is being executed: sleepers only know the clock. */
const current = new AsyncLocalStorage<Flight>();

/** All of one process. */
export class Flights {
  readonly #open = new Set<Flight>();

  get isBusy(): boolean {
    for (const { asking, sleeping } of this.#open) if (asking === 0 && sleeping === 0) return true;
    return false;
  }

  /** Looks different whenever something has begun, ended or fallen asleep. */
  get sign(): string {
    return [...this.#open].map(({ asking, sleeping }) => `${asking}/${sleeping}`).join();
  }

  /** Executes it; it is in flight until what it gives back has settled. */
  track<T>(flight: Flight, work: () => T): T {
    return this.follow(flight, () => current.run(flight, work));
  }

  /** The same for one that already flies: another process started it, or it is about to be awaited again. */
  follow<T>(flight: Flight, work: () => T): T {
    this.#open.add(flight);
    const end = () => this.#open.delete(flight);
    let returned: T;
    try {
      returned = work();
    } catch (error) {
      end();
      throw error;
    }
    if (!(returned instanceof Promise)) {
      end();
      return returned;
    }
    // Whoever called it gets a promise of the same kind, one turn later.
    return returned.finally(end) as T;
  }
}

/** How long real work may take without a sign of progress, and how often to look. Code is stopped after less by its own limit. */
const progressMaxMs = 20_000;
const lookMs = 2;

/** Waits until the sign is another one; false when that takes too long. */
export async function waitForChange(sign: () => string): Promise<boolean> {
  const before = sign();
  const until = performance.now() + progressMaxMs;
  while (performance.now() < until) {
    if (sign() !== before) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, lookMs);
    });
  }
  return false;
}

/** What a simulation waits for, together with virtual time. What never ends is waited for once. */
export function progressOf(flights: Flights): () => Promise<boolean> {
  let hopeless: string | null = null;
  return async () => {
    if (!flights.isBusy || flights.sign === hopeless) return false;
    if (await waitForChange(() => flights.sign)) return true;
    hopeless = flights.sign;
    return false;
  };
}

/** Waits for the engine on behalf of a function (F1). */
export function whileAsking<T>(flight: Flight, ask: () => Promise<T>): Promise<T> {
  flight.asking += 1;
  const answered = ask().finally(() => {
    flight.asking -= 1;
  });
  // A function may leave the promise alone; that a cancel rejects it must not end the process.
  answered.catch(() => {});
  return answered;
}

/** The clock for those who sleep inside functions (F3). */
export function sleepingClock(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    setTimer(at, fire) {
      const flight = current.getStore();
      if (flight === undefined) return clock.setTimer(at, fire);
      flight.sleeping += 1;
      let isOver = false;
      const wake = () => {
        if (!isOver) flight.sleeping -= 1;
        isOver = true;
      };
      const takeBack = clock.setTimer(at, () => {
        wake();
        fire();
      });
      return () => {
        wake();
        takeBack();
      };
    },
  };
}
