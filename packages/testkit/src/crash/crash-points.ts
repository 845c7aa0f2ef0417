// Crash points
// Places where a process can die: before and after every append to a journal, and before and after every external
// call. They are counted in the order in which they are reached; at one of them the process ends itself.
import process from 'node:process';
import type { Store } from '@skein/ports';

export interface CrashPoints {
  /** What was reached so far. */
  readonly reached: readonly string[];
  at(label: string): void;
}

export interface Death {
  /** From 1. */
  readonly point: number;
  /** Instead of the number: the first point with this label. Concurrent things do not always happen in the same order. */
  readonly label?: string;
  /** SIGSTOP: it stays there until it is thawed. */
  readonly signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP';
}

export function crashPoints(death: Death | null): CrashPoints {
  const reached: string[] = [];
  return {
    reached,
    at(label) {
      reached.push(label);
      if (death === null || !isThere(death, reached)) return;
      process.kill(process.pid, death.signal);
      // The operating system takes a moment to end us, in which nothing more may happen.
      if (death.signal === 'SIGKILL') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  };
}

function isThere({ point, label }: Death, reached: readonly string[]): boolean {
  if (label === undefined) return reached.length === point;
  return reached.indexOf(label) === reached.length - 1;
}

export function crashingStore(store: Store, points: CrashPoints): Store {
  return {
    ...store,
    runs: {
      ...store.runs,
      append(run, expectedSeq, events, changes, epoch) {
        const what = events.map(describe).join(', ') || 'release';
        points.at(`before ${what}`);
        const written = store.runs.append(run, expectedSeq, events, changes, epoch);
        if (written === undefined) points.at(`after ${what}`);
        return written?.then(() => points.at(`after ${what}`));
      },
    },
  };
}

function describe(event: { readonly type: string; readonly node?: string }): string {
  return event.node === undefined ? event.type : `${event.type} of ${event.node}`;
}

/** An external call with a point before it is made and one after it has taken effect. */
export async function outside<T>(
  points: CrashPoints,
  name: string,
  call: () => Promise<T>,
): Promise<T> {
  points.at(`before the call ${name}`);
  const result = await call();
  points.at(`after the call ${name}`);
  return result;
}
