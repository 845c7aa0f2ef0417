// Work in slices
// Long work on the one thread is interrupted every few milliseconds, so that others are answered in between.
import { setImmediate } from 'node:timers';

const sliceMs = 4;

export interface Slices {
  /** Whether somebody else should have their turn now. */
  readonly isOver: () => boolean;
  /** Lets the others go first. */
  readonly pause: () => Promise<void>;
}

export function createSlices(): Slices {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > sliceMs,
    async pause() {
      await new Promise((resolve) => setImmediate(resolve));
      began = performance.now();
    },
  };
}
