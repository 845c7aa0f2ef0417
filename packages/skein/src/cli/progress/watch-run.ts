import type { Engine } from '@skein/engine';
import type { Progress } from './progress.ts';

/** A run whose progress is being shown. */
export interface RunWatch {
  /** Resolves when everything up to this row of the journal is on the screen. */
  caughtUp(seq: number): Promise<void>;
  close(): Promise<void>;
}

export interface WatchedRun {
  readonly id: string;
  readonly after: number;
  /** With the runs below it. */
  readonly tree?: boolean;
}

const nothingToShow: RunWatch = { caughtUp: async () => {}, close: async () => {} };

export function watchRun(
  { runs }: Engine,
  { id: run, after, tree = false }: WatchedRun,
  progress: Progress | null,
): RunWatch {
  if (progress === null) return nothingToShow;
  const controller = new AbortController();
  let shownSeq = after;
  let waiting: { readonly seq: number; readonly resume: () => void }[] = [];
  const release = (seq: number) => {
    for (const each of waiting) if (each.seq <= seq) each.resume();
    waiting = waiting.filter((each) => each.seq > seq);
  };
  const show = async () => {
    for await (const update of runs.events(run, { after, tree, signal: controller.signal })) {
      progress.update(update);
      if (update.type !== 'event' || (tree && update.run !== run)) continue;
      shownSeq = update.seq;
      if (waiting.length > 0) release(shownSeq);
    }
  };
  // A stream that breaks off must not keep the run from being reported.
  const shown = show().finally(() => {
    shownSeq = Infinity;
    release(Infinity);
  });
  shown.catch(() => {});
  return {
    async caughtUp(seq) {
      if (shownSeq < seq) {
        await new Promise<void>((resume) => waiting.push({ seq, resume }));
      }
      progress.pause();
    },
    async close() {
      controller.abort();
      try {
        await shown;
      } finally {
        progress.close();
      }
    },
  };
}
