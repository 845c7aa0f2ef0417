// Saving in Neo4j
// A version, the head that names the newest one, the rows or the drawing of its dialect, and its triggers: one transaction.
import { versionId, workflowId, type Json, type WorkflowId } from '@skein/kernel';
import type { DefinitionChange, DefinitionRecord, SaveOptions, TriggerRecord } from '@skein/ports';
import { matching } from '../records/records.ts';
import {
  changesTriggers,
  isSetApart,
  savedTriggerRow,
  switchedTriggers,
  triggerRow,
  triggerTable,
} from '../records/triggers.ts';
import {
  activeIn,
  builtDialect,
  definitionRows,
  hasTables,
  renamed,
  type DefinitionRow,
} from '../values/definition-rows.ts';
import { dialectTable, scopedTables } from '../values/dialect-tables.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { addedParts, checkOwner } from '../values/part-owners.ts';
import { revisionError } from '../values/revision-error.ts';
import { searchText } from '../values/search-text.ts';
import { fromStored, hashesIn, toStoredInPieces } from '../values/stored-value.ts';
import {
  deleteNodes,
  findNodes,
  insertNode,
  keyMatch,
  updateNodes,
  upsertNode,
} from './graph-rows.ts';
import { holdBlobs } from './neo4j-append.ts';
import type { Ask, GraphRow } from './neo4j-connection.ts';
import { deleteUnused } from './neo4j-runs.ts';
import { nextPlaces } from './next-places.ts';
import { deleteSteps, renameDrawing, writeSteps } from './session-graph.ts';
import { writeGraphRow } from './session-rows.ts';

export async function saveDefinition(
  ask: Ask,
  record: DefinitionRecord,
  options: SaveOptions,
): Promise<number> {
  const key = { user: toKey(record.user ?? ''), workflow: toKey(record.id) };
  const head = await lockHead(ask, key);
  checkRevision(record.id, options.expected, head);
  if (options.isHidden === true) {
    await saveVersion(ask, record, key);
    return head === undefined ? 0 : revisionOf(head);
  }
  const isLive = head !== undefined && head['isDeleted'] !== true;
  const before = await rowsBefore(ask, record, isLive ? head : undefined);
  const newest = await saveVersion(ask, record, key);
  const last = head === undefined ? 0 : revisionOf(head);
  const revision = isLive && options.keepsRevision === true ? last : last + 1;
  const set = {
    newest,
    isDeleted: false,
    dialect: record.dialect,
    search: toKey(searchText([record.id, record.name])),
    revision,
    isActive: activeIn(record) ?? options.isActive ?? (!isLive || head['isActive'] !== false),
  };
  const [place] = head === undefined ? await nextPlaces(ask, 1) : [];
  await ask(
    head === undefined
      ? 'create (h:SkeinHead {user: $user, workflow: $workflow, place: $place}) set h += $set'
      : 'match (h:SkeinHead {user: $user, workflow: $workflow}) set h += $set',
    { ...key, place: place ?? null, set },
  );
  if (options.tables !== 'none') {
    if (record.dialect === 'session-graph') await writeSteps(ask, record);
    const isAnew = options.tables === 'recreate';
    const rows = definitionRows(record);
    await claimParts(ask, record, addedParts(rows, before));
    await changeRows(ask, rows, { before, isAnew });
  }
  if (changesTriggers(options, isLive)) {
    const { triggers = [], keepsTriggers } = options;
    await saveTriggers(ask, record, { triggers, keepsTriggers, isActive: set.isActive });
  }
  return revision;
}

export async function changeDefinition(
  ask: Ask,
  id: WorkflowId,
  { user = '', name, isActive, expected, at }: DefinitionChange,
): Promise<number | undefined> {
  const key = { user: toKey(user), workflow: toKey(id) };
  const head = await lockHead(ask, key);
  checkRevision(id, expected, head);
  if (head === undefined || head['isDeleted'] === true) return undefined;
  const revision = revisionOf(head) + (name === undefined ? 0 : 1);
  const set = {
    revision,
    ...(name === undefined ? {} : { search: toKey(searchText([id, name])) }),
    ...(isActive === undefined ? {} : { isActive }),
  };
  await ask('match (h:SkeinHead {user: $user, workflow: $workflow}) set h += $set', {
    ...key,
    set,
  });
  if (name !== undefined) {
    await ask('match (v:SkeinVersion {place: $place}) set v.name = $name', {
      place: head['newest'],
      name: toKey(name),
    });
    await renameDrawing(ask, { id: key.workflow, user: key.user }, name);
  }
  const dialect = head['dialect'] as string;
  if (isActive !== undefined && isActive !== (head['isActive'] !== false)) {
    const own = matching({ user_id: user, workflow_id: id });
    for (const { match, set: changed } of switchedTriggers(isActive)) {
      await updateNodes(ask, triggerTable, { match: [...own, ...match], set: changed });
    }
  }
  for (const row of renamed({ id, dialect }, { name, isActive, at })) {
    await writeGraphRow(ask, user, row);
  }
  return revision;
}

/** `id` and `user` in their stored form. */
export async function deleteDefinition(
  ask: Ask,
  { id, user }: { readonly id: string; readonly user: string },
): Promise<boolean> {
  const head = await lockHead(ask, { user, workflow: id });
  if (head === undefined || head['isDeleted'] === true) return false;
  const named = { id: workflowId(fromKey(id)), user: fromKey(user) };
  const before = await rowsBefore(ask, { ...named, dialect: '' }, head);
  await ask('match (h:SkeinHead {user: $user, workflow: $id}) set h.isDeleted = true', {
    id,
    user,
  });
  await deleteSteps(ask, { id, user });
  await changeRows(ask, [], { before, isAnew: false });
  const ofWorkflow = matching({ user_id: named.user, workflow_id: named.id });
  await deleteNodes(ask, triggerTable, ofWorkflow);
  return true;
}

/** Heads written before revisions existed count as revision one. */
export function revisionOf(head: GraphRow | undefined): number {
  return Number(head?.['revision'] ?? 1);
}

function checkRevision(
  workflow: string,
  expected: number | undefined,
  head: GraphRow | undefined,
): void {
  const isLive = head !== undefined && head['isDeleted'] !== true;
  const found = isLive ? revisionOf(head) : 0;
  if (expected === undefined || expected === found) return;
  throw revisionError(workflow, expected, found);
}

async function lockHead(
  ask: Ask,
  key: { readonly user: string; readonly workflow: string },
): Promise<GraphRow | undefined> {
  const [row] = await ask(
    `match (h:SkeinHead {user: $user, workflow: $workflow}) set h._lock = randomUUID()
     return properties(h) as head`,
    key,
  );
  return row?.['head'] as GraphRow | undefined;
}

async function saveVersion(
  ask: Ask,
  record: DefinitionRecord,
  key: { readonly user: string; readonly workflow: string },
): Promise<number> {
  const [fresh, savedOrder] = await nextPlaces(ask, 2);
  const { body, blobs, parts } = await toStoredInPieces(record.definition);
  const [saved] = await ask(
    `merge (v:SkeinVersion {user: $user, workflow: $workflow, version: $version})
     on create set v.place = $place
     set v += $set return v.place as place`,
    {
      ...key,
      version: toKey(record.version),
      place: fresh,
      set: {
        dialect: record.dialect,
        name: record.name === undefined ? null : toKey(record.name),
        body,
        blobs,
        studio: record.studio === undefined ? null : JSON.stringify(record.studio),
        savedAt: record.savedAt,
        savedOrder,
      },
    },
  );
  const place = Number(saved?.['place']);
  const held = await ask(
    `match (v:SkeinVersion {place: $place})-[u:USES]->(b:SkeinBlob)
     set b._lock = randomUUID() delete u return distinct b.hash as hash`,
    { place },
  );
  await holdBlobs(ask, 'SkeinVersion', String(place), { parts });
  await deleteUnused(ask, held);
  return place;
}

/** The rows of the newest version in the tables of its dialect, and what others have added there. */
async function rowsBefore(
  ask: Ask,
  record: Pick<DefinitionRecord, 'id' | 'user' | 'dialect'>,
  head: GraphRow | undefined,
): Promise<readonly DefinitionRow[]> {
  const dialects = [record.dialect, head?.['dialect']];
  const rows: DefinitionRow[] = [];
  for (const table of dialects.includes(builtDialect) ? scopedTables : []) {
    const match = matching({ [table.user]: record.user ?? '', [table.scope]: record.id });
    const found = await findNodes(ask, table, match);
    rows.push(...found.map((values) => ({ table: table.name, values })));
  }
  return head === undefined ? rows : [...rows, ...(await rowsOfNewest(ask, record, head))];
}

async function rowsOfNewest(
  ask: Ask,
  { id, user }: Pick<DefinitionRecord, 'id' | 'user'>,
  head: GraphRow,
): Promise<readonly DefinitionRow[]> {
  const dialect = head['dialect'] as string;
  if (!hasTables(dialect)) return [];
  const [row] = await ask(
    'match (v:SkeinVersion {place: $place}) return v.body as body, v.blobs as blobs',
    { place: head['newest'] },
  );
  const stored = {
    body: (row?.['body'] ?? 'null') as string,
    blobs: (row?.['blobs'] ?? null) as string | null,
  };
  const found = await ask(
    'match (b:SkeinBlob) where b.hash in $hashes return b.hash as hash, b.body as body',
    { hashes: hashesIn(stored.blobs) },
  );
  const bodies = new Map(found.map((blob) => [blob['hash'], blob['body'] as string]));
  const definition: Json = fromStored(stored, (hash) => bodies.get(hash) ?? 'null');
  const owner = user === undefined ? {} : { user };
  return definitionRows({ id, ...owner, version: versionId(''), definition, dialect, savedAt: 0 });
}

/** Rows that are no longer named are deleted; agents stay, because other workflows may use them. */
async function changeRows(
  ask: Ask,
  rows: readonly DefinitionRow[],
  { before, isAnew }: { readonly before: readonly DefinitionRow[]; readonly isAnew: boolean },
): Promise<void> {
  const nameOf = ({ table, values }: DefinitionRow) =>
    JSON.stringify([table, keyMatch(dialectTable(table), values)]);
  const left = new Set(isAnew ? [] : rows.map(nameOf));
  for (const row of before) {
    if (row.table === 'agents' || left.has(nameOf(row))) continue;
    const table = dialectTable(row.table);
    await deleteNodes(ask, table, keyMatch(table, row.values));
  }
  for (const { table, values } of rows) await upsertNode(ask, dialectTable(table), values);
}

async function saveTriggers(
  ask: Ask,
  { id, user = '' }: DefinitionRecord,
  {
    triggers,
    keepsTriggers,
    isActive,
  }: {
    readonly triggers: readonly TriggerRecord[];
    readonly keepsTriggers: SaveOptions['keepsTriggers'];
    readonly isActive: boolean;
  },
): Promise<void> {
  const kept = new Set(triggers.map((trigger) => trigger.id));
  const match = matching({ user_id: user, workflow_id: id });
  for (const row of await findNodes(ask, triggerTable, match)) {
    if (kept.has(row['id'] as string) || (keepsTriggers === 'apart' && isSetApart(row))) continue;
    await deleteNodes(ask, triggerTable, keyMatch(triggerTable, row));
  }
  for (const trigger of triggers) {
    const row = triggerRow(trigger);
    // One that is new is inserted: of two concurrent saves the second is retried, and finds the first.
    if (await insertNode(ask, triggerTable, { ...row, is_active: isActive })) continue;
    const [before] = await findNodes(ask, triggerTable, keyMatch(triggerTable, row));
    await upsertNode(ask, triggerTable, savedTriggerRow(trigger, before, isActive));
  }
}

/** Locks what is there and inserts what is not, so that two concurrent saves cannot both have a part. */
async function claimParts(
  ask: Ask,
  { id, user = '' }: DefinitionRecord,
  added: readonly DefinitionRow[],
): Promise<void> {
  for (const part of added) {
    const table = dialectTable(part.table);
    if (await insertNode(ask, table, part.values)) continue;
    const one = keyMatch(table, part.values);
    await updateNodes(ask, table, { match: one, set: {} });
    const [found = {}] = await findNodes(ask, table, one);
    const theirs = matching({ user_id: user });
    const workflows = await findNodes(ask, dialectTable('workflows'), theirs);
    checkOwner(part, found, { workflow: id, workflows });
  }
}
