// A job that a person does in the studio, with the number of actions that it takes: clicks, texts that are filled in, keys.
import process from 'node:process';
import { expect } from 'vitest';

export interface Job {
  /** One action. */
  readonly does: (action: Promise<unknown>) => Promise<void>;
  /** Prints the count, and fails if it took more than it may. */
  readonly ends: () => void;
}

export function startJob(name: string, atMost: number): Job {
  let count = 0;
  return {
    does: async (action) => {
      count += 1;
      await action;
    },
    ends: () => {
      process.stdout.write(`${name}: ${count} actions (at most ${atMost})\n`);
      expect(count).toBeLessThanOrEqual(atMost);
    },
  };
}
