import type { JsonObject } from '@skein/kernel';
import type { RunSummaryRecord, RunSummaryStore } from '@skein/ports';
import { unreadable } from '../values/unreadable.ts';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst } from './with-page.ts';

/** Runs are found by their own id, whoever they belong to. */
export const runSummaryTable = recordTable(
  'run_summaries',
  { run_id: 'key', seq: 'integer', content: 'value', started_by: 'value' },
  { indexed: ['run_id'] },
);

export const runSummaries: RecordPart<RunSummaryStore> = {
  tables: [runSummaryTable],
  over: runSummariesOver,
};

function runSummariesOver(records: Records): RunSummaryStore {
  const keyOf = (run: string) => ({ user_id: '', id: run });
  return {
    put: ({ run, seq, content }) =>
      records.upsert(runSummaryTable, { ...keyOf(run), run_id: run, seq, content }),
    noteStart: (run, startedBy) =>
      records.upsert(runSummaryTable, { ...keyOf(run), run_id: run, started_by: startedBy }),
    get: (run) => withFirst(records.find(runSummaryTable, matching(keyOf(run))), toSummary),
  };
}

/** What something else has damaged is made again. */
function toSummary({ id, seq, content, started_by: startedBy }: JsonObject): RunSummaryRecord {
  const isWhole = typeof seq === 'number' && content !== undefined && content !== unreadable;
  return {
    // The key of every row is a text.
    run: id as string,
    seq: isWhole ? seq : 0,
    content: isWhole ? content : null,
    startedBy: startedBy === undefined || startedBy === unreadable ? null : startedBy,
  };
}
