import type { Store } from '@skein/ports';

/** Where the process dies: at which append, and whether that was written. */
export interface CrashPoint {
  /** From 1. */
  readonly append: number;
  readonly when: 'before' | 'after';
}

export interface CrashingStore {
  readonly store: Store;
  readonly appends: () => number;
  /** Steps whose results are in a journal: `RUN NODE#N KEY`. */
  readonly recorded: ReadonlySet<string>;
  /** Resolves when the process has died. */
  readonly died: Promise<void>;
  readonly isDead: () => boolean;
  /** The process dies now. */
  die(): void;
  /** The next process may write. */
  revive(): void;
}

/** A store whose process dies at one append: it hears nothing any more, and nothing it does is written. */
export function crashingStore(inner: Store, point?: CrashPoint): CrashingStore {
  let count = 0;
  let isDead = false;
  const recorded = new Set<string>();
  const death = Promise.withResolvers<void>();
  const never = () => new Promise<void>(() => {});
  const append: Store['runs']['append'] = (run, expectedSeq, events, ...rest) => {
    if (isDead) return never();
    count += 1;
    const isHere = count === point?.append;
    const write = () => {
      const written = inner.runs.append(run, expectedSeq, events, ...rest);
      for (const row of events) {
        if (row.type === 'step.recorded') {
          recorded.add(`${run} ${row.node}#${row.activation} ${row.key}`);
        }
      }
      return written;
    };
    if (!isHere) return write();
    isDead = true;
    if (point?.when === 'after') void write();
    death.resolve();
    return never();
  };
  return {
    store: { ...inner, runs: { ...inner.runs, append } },
    appends: () => count,
    recorded,
    died: death.promise,
    isDead: () => isDead,
    die: () => {
      isDead = true;
    },
    revive: () => {
      isDead = false;
    },
  };
}
