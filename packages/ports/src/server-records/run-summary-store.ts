import type { Json } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

/** What lists show of runs and searches look through, so that neither rebuilds them. Deleted with its run. */
export interface RunSummaryStore {
  /** What is known after the row `seq` of the journal replaces what was known before. */
  put(summary: Pick<RunSummaryRecord, 'run' | 'seq' | 'content'>): Awaitable<void>;
  /** What has started the run; `put` keeps it. */
  noteStart(run: string, startedBy: Json): Awaitable<void>;
  get(run: string): Awaitable<RunSummaryRecord | undefined>;
}

export interface RunSummaryRecord {
  readonly run: string;
  /** 0: only what has started it is known. */
  readonly seq: number;
  readonly content: Json;
  /** Null: not known, or a caller of the API. */
  readonly startedBy: Json;
}
