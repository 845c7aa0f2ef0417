// Problems of a store: what it refuses, cannot do now, or finds broken.
import { problem } from './problem.ts';

export const storeProblems = {
  STORE_CONFLICT: problem(
    [409, 6],
    (details: { run: string; expected: number; found: number }) =>
      `The journal of the run "${details.run}" has ${details.found} entries where ${details.expected} were expected: another writer has appended to it.`,
    'Reload the run and continue from there.',
  ),
  STORE_UNAVAILABLE: problem(
    [503, 8],
    (details: { reason: string }) => `The store is not responding: ${details.reason}`,
    'Check that the database is running and reachable. Nothing that was acknowledged is lost.',
  ),
  STORE_FENCED: problem(
    [409, 6],
    (details: { run: string; epoch: number; found: number }) =>
      `The run "${details.run}" has a new owner: it is in epoch ${details.found}, and this write was for epoch ${details.epoch}.`,
    'Nothing was written. Another server drives the run now; this one must release it.',
  ),
  STORE_FULL: problem(
    [507, 8],
    (details: { reason: string }) => `The store has no space left: ${details.reason}`,
    'Free disk space, or delete ended runs. Acknowledged writes are kept, and work resumes once there is space.',
  ),
  STORE_CORRUPT: problem(
    [500, 8],
    (details: { place: string; reason: string }) =>
      `The store "${details.place}" is damaged: ${details.reason}`,
    'Leave the file untouched and restore a backup; docs/stores.md explains how.',
  ),
  STORE_LOG_DAMAGED: problem(
    [500, 8],
    (details: { place: string; kept: number; lost: number }) =>
      `The write-ahead log of "${details.place}" was damaged: ${details.lost} of ${details.kept + details.lost} pages could not be read. Work continues from the pages before them.`,
    'The latest writes may be missing: check the disk and compare with a backup; docs/stores.md explains how.',
  ),
  STORE_ROWS_UNREADABLE: problem(
    [500, 8],
    (details: { place: string; rows: readonly string[] }) =>
      `Some values in "${details.place}" cannot be read: ${details.rows.join(', ')}. Everything else can be used.`,
    'Something else has written to the file: restore a backup, or delete the runs that are named.',
  ),
  STORE_LINKED: problem(
    [409, 8],
    (details: { file: string; names: number }) =>
      `The file "${details.file}" has ${details.names} names (hard links), and was last used by another one. The log and the lock of a SQLite file stand beside one name.`,
    'Use the name that it was last used by, or remove the other names once nobody uses the file.',
  ),
  STORE_LOCKED: problem(
    [409, 8],
    (details: { file: string; pid: number | null }) =>
      `The file "${details.file}" is in use by another process${details.pid === null ? '' : ` (pid ${details.pid})`}.`,
    'Only one process at a time can use a SQLite file. Stop the other one, send your request to it, or use a database server.',
  ),
  STORE_VERSION: problem(
    [500, 8],
    (details: { place: string; found: string; needed: string }) =>
      `The store "${details.place}" has ${details.found}; this version of skein needs ${details.needed}.`,
    'Use a matching version of skein or of the database.',
  ),
  STORE_FAILED: problem(
    [500, 8],
    (details: { reason: string }) => `The database rejected a statement: ${details.reason}`,
    'Check the reason and run `skein doctor`. No part of this change was written.',
  ),
  TABLE_UNKNOWN: problem(
    [422, 1],
    (details: { table: string; column?: string }) =>
      details.column === undefined
        ? `The store has no table "${details.table}" for dialects.`
        : `The table "${details.table}" has no column "${details.column}".`,
    'Write only to the tables that the store declares, using their columns.',
  ),
} as const;
