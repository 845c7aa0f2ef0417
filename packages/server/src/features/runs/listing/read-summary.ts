// Summaries of runs, from the store or made
// R1. A stored summary counts if it was made after the newest row of the run; otherwise the run is rebuilt once, and its summary stored. So
//     a list costs the same however long the runs are, and runs of earlier releases are found like any other.
// R2. The journal of a quarantined run may kill whoever rebuilds it: it has no summary.
import { hasEnded, type RunRecord, type ServerRecords } from '@skein/ports';
import type { Engine } from '@skein/engine';
import type { Json } from '@skein/api';
import { orNull } from '../../../values/or-null.ts';
import { namesInRun, type NamingWorkflows } from './names-in-run.ts';
import { fromStored, summaryOf, toStored, type RunSummary } from './run-summary.ts';

export interface SummarySource {
  readonly engine: {
    readonly runs: Pick<Engine['runs'], 'get'>;
    readonly workflows: NamingWorkflows;
  };
  readonly records: Pick<ServerRecords, 'summaries'>;
}

const noNames: ReadonlyMap<string, string> = new Map();

export interface ReadSummary {
  readonly summary: RunSummary | null;
  /** What has started it; null: not known, or a caller of the API. */
  readonly startedBy: Json;
  /** It had to be rebuilt. */
  readonly isRebuilt: boolean;
}

export async function readSummary(
  { engine, records }: SummarySource,
  record: RunRecord,
): Promise<ReadSummary> {
  const stored = await records.summaries?.get(record.id);
  const startedBy = stored?.startedBy ?? null;
  if (stored !== undefined && stored.seq === record.seq) {
    const summary = fromStored(stored.content);
    if (summary !== null) return { summary, startedBy, isRebuilt: false };
  }
  if (record.quarantinedAt !== undefined) return { summary: null, startedBy, isRebuilt: false };
  const run = await orNull(() => engine.runs.get(record.id));
  if (run === null) return { summary: null, startedBy, isRebuilt: true };
  const names = run.error === null ? noNames : await namesInRun(engine.workflows, record);
  const summary = summaryOf(run, names);
  // One that is running has another summary soon; one that waits may wait for weeks.
  if (hasEnded(record) || record.status === 'waiting') {
    await records.summaries?.put({ run: record.id, seq: run.seq, content: toStored(summary) });
  }
  return { summary, startedBy, isRebuilt: true };
}
