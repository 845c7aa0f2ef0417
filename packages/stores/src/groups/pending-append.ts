import type { RunEvent, RunId } from '@skein/kernel';
import type { RunChanges } from '@skein/ports';
import { checkChanges, checkId } from '../values/check-append.ts';
import type { RowTable } from '../values/row-table.ts';
import { toKey } from '../values/key-text.ts';
import { toStored, type StoredValue } from '../values/stored-value.ts';

/** An append that is validated and serialised, and waits for its commit. */
export interface PendingAppend {
  readonly run: RunId;
  /** The id as its column stores it. */
  readonly key: string;
  readonly expectedSeq: number;
  readonly rows: readonly PendingRow[];
  readonly changes: RunChanges | undefined;
  readonly snapshot: StoredValue | undefined;
  readonly epoch: number | undefined;
}

export interface PendingRow extends StoredValue {
  readonly at: number;
}

/** Throws what is wrong with this append alone, so that the other appends of its group are unaffected. */
export function pendingAppend(
  run: RunId,
  expectedSeq: number,
  events: readonly RunEvent[],
  changes: RunChanges | undefined,
  epoch: number | undefined,
  tables?: ReadonlyMap<string, RowTable>,
): PendingAppend {
  checkId('id of the run', run);
  if (changes !== undefined) checkChanges(changes, tables);
  const snapshot = changes?.snapshot;
  return {
    run,
    key: toKey(run),
    expectedSeq,
    rows: events.map(toRow),
    changes,
    snapshot: snapshot === undefined ? undefined : toStored(snapshot.state),
    epoch,
  };
}

function toRow(event: RunEvent): PendingRow {
  const { body, blobs, parts } = toStored(event);
  return { at: event.at, body, blobs, parts };
}
