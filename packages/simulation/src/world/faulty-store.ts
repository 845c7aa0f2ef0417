// The faulty store
// Wraps any store with an append that completes later, fails before it wrote, or fails after it wrote: what a database does on
// a bad day. The next fault is set from outside, so that tests and the simulation decide.
import type { EngineStore } from '@skein/ports';

export type AppendFault = 'none' | 'before' | 'after' | 'later';

/** Passes on whatever else the store offers. */
export type FaultyStore<S extends EngineStore = EngineStore> = S & {
  /** What happens to the next append; called once for each append. */
  onAppend: (run: string) => AppendFault;
  /** Appends that complete later, in order; called with how they shall end. */
  readonly waiting: ((fault: Exclude<AppendFault, 'later'>) => void)[];
};

/** A fault that was set: an engine may report it, and goes on. */
export class StoreFault extends Error {}

export function faultyStore<S extends EngineStore>(store: S): FaultyStore<S> {
  const faulty: FaultyStore<S> = {
    ...store,
    waiting: [],
    onAppend: () => 'none',
    runs: {
      ...store.runs,
      append(run, expectedSeq, events, changes, epoch) {
        const write = () => store.runs.append(run, expectedSeq, events, changes, epoch);
        const fault = faulty.onAppend(run);
        if (fault !== 'later') return failing(fault, write);
        return new Promise<void>((resolve, reject) => {
          faulty.waiting.push((end) => {
            try {
              resolve(failing(end, write));
            } catch (error) {
              reject(error);
            }
          });
        });
      },
    },
  };
  return faulty;
}

function failing(
  fault: Exclude<AppendFault, 'later'>,
  write: () => void | Promise<void>,
): void | Promise<void> {
  if (fault === 'before') throw new StoreFault('The store did not answer.');
  const written = write();
  if (fault === 'after') throw new StoreFault('The answer of the store was lost.');
  return written;
}
