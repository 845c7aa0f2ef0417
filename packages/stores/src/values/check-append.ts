// What may enter a store
// Ids are keys of indexes, and some databases limit those: longer ones are rejected before anything is written, on every
// store alike, so that a definition that runs on one runs on all.
import {
  EngineError,
  type DefinitionRecord,
  type ProjectionChange,
  type RunChanges,
} from '@skein/ports';
import { dialectTables } from './dialect-tables.ts';
import type { RowTable } from './row-table.ts';
import { escapedMax, toKey } from './key-text.ts';

/** Characters in an id. On MySQL, keys of several columns must fit into 3,072 bytes, four for each character. */
const idLengthMax = 255;
/** The id of a nested workflow is composed of both ids. */
export const workflowIdLengthMax = 384;
/** Characters in the name of a user, and in a version: they share a key with an id. */
export const shortIdLengthMax = 128;

export function checkId(what: string, id: string | undefined, limit = idLengthMax): void {
  // No character becomes more than six: short ones need not be looked at.
  if (id === undefined || id.length * escapedMax <= limit) return;
  if (id.length > limit || toKey(id).length > limit) {
    throw new EngineError('TOO_LARGE', { what: `The ${what}`, limit: `${limit} characters` });
  }
}

export function checkDefinition({ id, version, user }: DefinitionRecord): void {
  checkId('id of the workflow', id, workflowIdLengthMax);
  checkId('version of the workflow', version, shortIdLengthMax);
  checkId('id of the user', user, shortIdLengthMax);
}

export function checkChanges(
  { created, opened, taken, spent, projections, outbox, audit, version, joined }: RunChanges,
  tables = dialectTables,
): void {
  if (created !== undefined) {
    checkId('id of the workflow', created.workflow.id, workflowIdLengthMax);
    checkId('version of the workflow', created.workflow.version, shortIdLengthMax);
    checkId('id of the user', created.user, shortIdLengthMax);
    checkId('idempotency key', created.idempotencyKey);
    checkId('debounce key', created.debounceKey);
    checkId('id of the parent run', created.parent?.run);
    checkId('id of the root run', created.root);
    checkId('id of the owner', created.owner);
  }
  checkId('version of the workflow', version, shortIdLengthMax);
  for (const { key } of joined ?? []) checkId('idempotency key', key);
  for (const wait of opened ?? []) {
    checkId('id of the wait', wait.id);
    checkId('name of the event', wait.event);
    checkId('id of the user', wait.user, shortIdLengthMax);
  }
  for (const id of taken ?? []) checkId('id of the event', id);
  checkId('id of the root run', spent?.root);
  for (const change of projections ?? []) checkProjection(change, tables);
  for (const message of outbox ?? []) checkId('id of the message', message.id);
  for (const { id, user, action, subject } of audit ?? []) {
    checkId('id of the entry', id);
    checkId('id of the user', user, shortIdLengthMax);
    checkId('action of the entry', action);
    checkId('subject of the entry', subject);
  }
}

function checkProjection(change: ProjectionChange, tables: ReadonlyMap<string, RowTable>): void {
  const { table, key } = change;
  checkId('key of the row', key);
  const columns = tables.get(table)?.columns;
  if (columns === undefined) throw new EngineError('TABLE_UNKNOWN', { table });
  if ('delete' in change) return;
  for (const column of Object.keys(change.set)) {
    if (!columns.has(column)) throw new EngineError('TABLE_UNKNOWN', { table, column });
  }
}
