import type { RunEvent, RunId } from '@skein/kernel';
import type { RunChanges } from '@skein/ports';
import { checkChanges, checkId } from '../values/check-append.ts';
import type { RowTable } from '../values/row-table.ts';
import { toKey } from '../values/key-text.ts';
import {
  hasLongText,
  toStored,
  toStoredInPieces,
  type StoredValue,
} from '../values/stored-value.ts';

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

export interface GivenAppend {
  readonly run: RunId;
  readonly expectedSeq: number;
  readonly events: readonly RunEvent[];
  readonly changes: RunChanges | undefined;
  readonly epoch: number | undefined;
  /** The tables of dialects, where the store has others. */
  readonly tables?: ReadonlyMap<string, RowTable>;
}

/** Throws what is wrong with this append alone, so that the other appends of its group are unaffected. */
export function pendingAppend(given: GivenAppend): PendingAppend {
  check(given);
  const rows: PendingRow[] = [];
  for (const event of given.events) rows.push(toRow(event, toStored(event)));
  return withRows(given, rows);
}

/** Megabytes of text take tens of milliseconds to write, in which nobody else is answered. */
const longText = 500_000;

/** Whether an append is to be serialised in pieces. */
export function isLong(events: readonly RunEvent[]): boolean {
  return events.some((event) => hasLongText(event, longText));
}

/** The same, in slices of a few milliseconds. */
export async function pendingInPieces(given: GivenAppend): Promise<PendingAppend> {
  check(given);
  const rows: PendingRow[] = [];
  // What may still change is serialised at once: events do not.
  const whole = withRows(given, rows);
  for (const event of given.events) rows.push(toRow(event, await toStoredInPieces(event)));
  return whole;
}

function check({ run, changes, tables }: GivenAppend): void {
  checkId('id of the run', run);
  if (changes !== undefined) checkChanges(changes, tables);
}

function withRows(
  { run, expectedSeq, changes, epoch }: GivenAppend,
  rows: readonly PendingRow[],
): PendingAppend {
  const snapshot = changes?.snapshot;
  return {
    run,
    key: toKey(run),
    expectedSeq,
    rows,
    changes,
    snapshot: snapshot === undefined ? undefined : toStored(snapshot.state),
    epoch,
  };
}

function toRow({ at }: RunEvent, { body, blobs, parts }: StoredValue): PendingRow {
  return { at, body, blobs, parts };
}
