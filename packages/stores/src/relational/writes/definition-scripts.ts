import { versionId, type WorkflowId } from '@skein/kernel';
import type { DefinitionChange, DefinitionRecord, SaveOptions, TriggerRecord } from '@skein/ports';
import { matching } from '../../records/records.ts';
import {
  changesTriggers,
  isSetApart,
  savedTriggerRow,
  switchedTriggers,
  triggerRow,
  triggerTable,
} from '../../records/triggers.ts';
import {
  activeIn,
  builtDialect,
  definitionRows,
  hasTables,
  renamed,
  type DefinitionRow,
} from '../../values/definition-rows.ts';
import { dialectTable, scopedTables } from '../../values/dialect-tables.ts';
import { toKey } from '../../values/key-text.ts';
import { addedParts, checkOwner } from '../../values/part-owners.ts';
import { revisionError } from '../../values/revision-error.ts';
import { searchText } from '../../values/search-text.ts';
import { fromStored, hashesIn, type StoredValue } from '../../values/stored-value.ts';
import { releaseBlobs, writeBlobs } from '../rows/write-blobs.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Row, type Script, type SqlValue } from '../script.ts';
import { deleteRows, insertRow, selectRows, updateRows } from '../rows/record-scripts.ts';
import { deleteRow, upsertRow, writeProjection } from '../rows/write-row.ts';

/** With its definition as it is written: the text of a large one is not made while the database waits. */
export interface SavedDefinition {
  readonly record: DefinitionRecord;
  readonly stored: StoredValue;
}

/** One version, the rows of its dialect's tables, its triggers, and which version is the newest: all or nothing. */
export function* saveDefinition(
  flavour: Flavour,
  { record, stored }: SavedDefinition,
  options: SaveOptions,
): Script<number> {
  const user = toKey(record.user ?? '');
  const id = toKey(record.id);
  const head = yield* findHead(flavour, user, id);
  checkRevision(record.id, options.expected, head);
  if (options.isHidden === true) {
    yield* saveVersion(flavour, { record, stored });
    return Number(head?.['revision'] ?? 0);
  }
  const before = yield* rowsBefore(flavour, record, head);
  const place = yield* saveVersion(flavour, { record, stored });
  const isLive = head !== undefined && Number(head['is_deleted']) === 0;
  const last = Number(head?.['revision'] ?? 0);
  const revision = isLive && options.keepsRevision === true ? last : last + 1;
  const wasActive = isLive ? Number(head['is_active']) : 1;
  const written = activeIn(record) ?? options.isActive;
  const isActive = written === undefined ? wasActive : Number(written);
  yield* saveHead([user, id], head, {
    newest: place,
    is_deleted: 0,
    dialect: record.dialect,
    search: toKey(searchText([record.id, record.name])),
    revision,
    is_active: isActive,
  });
  if (options.tables !== 'none') {
    const isAnew = options.tables === 'recreate';
    const rows = definitionRows(record);
    yield* claimParts(flavour, record, addedParts(rows, before));
    yield* changeRows(flavour, rows, { before, isAnew });
  }
  if (changesTriggers(options, isLive && Number(head['newest']) !== place)) {
    const { triggers = [], keepsTriggers } = options;
    const given = { triggers, keepsTriggers, isActive: isActive === 1 };
    yield* saveTriggers(flavour, record, given);
  }
  return revision;
}

/** Its name, or whether it is enabled; undefined when there is no such workflow. */
export function* changeDefinition(
  flavour: Flavour,
  id: WorkflowId,
  { user = '', name, isActive, expected, at }: DefinitionChange,
): Script<number | undefined> {
  const head = yield* findHead(flavour, toKey(user), toKey(id));
  checkRevision(id, expected, head);
  if (head === undefined || Number(head['is_deleted']) === 1) return undefined;
  const place = Number(head['place']);
  const revision = Number(head['revision']) + (name === undefined ? 0 : 1);
  if (name !== undefined) {
    const search = toKey(searchText([id, name]));
    yield* ask(
      'update skein_workflow_heads set revision = ?, search = ? where place = ?',
      revision,
      search,
      place,
    );
    const newest = Number(head['newest']);
    yield* ask('update skein_workflow_versions set name = ? where place = ?', toKey(name), newest);
  }
  if (isActive !== undefined) {
    const flag = isActive ? 1 : 0;
    yield* ask('update skein_workflow_heads set is_active = ? where place = ?', flag, place);
    const own = matching({ user_id: user, workflow_id: id });
    for (const { match, set } of Number(head['is_active']) === flag
      ? []
      : switchedTriggers(isActive)) {
      yield* updateRows(flavour, triggerTable, { match: [...own, ...match], set });
    }
  }
  const dialect = head['dialect'] as string;
  for (const row of renamed({ id, dialect }, { name, isActive, at })) {
    yield* writeProjection(flavour, user, row);
  }
  return revision;
}

function checkRevision(
  workflow: string,
  expected: number | undefined,
  head: Row | undefined,
): void {
  const isLive = head !== undefined && Number(head['is_deleted']) === 0;
  const found = isLive ? Number(head['revision']) : 0;
  if (expected === undefined || expected === found) return;
  throw revisionError(workflow, expected, found);
}

/** A new one is only inserted: of two concurrent first saves the second is retried, and finds the first. */
function* saveHead(
  key: readonly [user: string, id: string],
  head: Row | undefined,
  values: { readonly [column: string]: SqlValue },
): Script<void> {
  const names = Object.keys(values);
  if (head === undefined) {
    yield* ask(
      `insert into skein_workflow_heads (user_id, workflow_id, ${names.join(', ')}) values ${marks(names.length + 2)}`,
      ...key,
      ...Object.values(values),
    );
    return;
  }
  yield* ask(
    `update skein_workflow_heads set ${names.map((name) => `${name} = ?`).join(', ')} where place = ?`,
    ...Object.values(values),
    Number(head['place']),
  );
}

function* saveTriggers(
  flavour: Flavour,
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
): Script<void> {
  const match = matching({ user_id: user, workflow_id: id });
  const kept = new Set(triggers.map((trigger) => trigger.id));
  for (const row of yield* selectRows(flavour, triggerTable, match)) {
    if (kept.has(row['id'] as string) || (keepsTriggers === 'apart' && isSetApart(row))) continue;
    yield* deleteRow(flavour, triggerTable, row);
  }
  for (const trigger of triggers) {
    const row = triggerRow(trigger);
    // One that is new is inserted: of two concurrent saves the second is retried, and finds the first.
    if (yield* insertRow(flavour, triggerTable, { ...row, is_active: isActive })) continue;
    const one = matching({ user_id: user, id: trigger.id });
    const [before] = yield* selectRows(flavour, triggerTable, one);
    yield* upsertRow(flavour, triggerTable, savedTriggerRow(trigger, before, isActive));
  }
}

/** Locks what is there and inserts what is not, so that two concurrent saves cannot both have a part. */
function* claimParts(
  flavour: Flavour,
  { id, user = '' }: DefinitionRecord,
  added: readonly DefinitionRow[],
): Script<void> {
  for (const part of added) {
    const table = dialectTable(part.table);
    if (yield* insertRow(flavour, table, part.values)) continue;
    const one = matching({ user_id: user, uuid: part.values['uuid'] });
    const [found = {}] = yield* selectRows(flavour, table, one);
    const theirs = matching({ user_id: user });
    const workflows = yield* selectRows(flavour, dialectTable('workflows'), theirs);
    checkOwner(part, found, { workflow: id, workflows });
  }
}

/** False when there is no such workflow. */
export function* deleteDefinition(
  flavour: Flavour,
  { id, user = '' }: Pick<DefinitionRecord, 'id' | 'user'>,
): Script<boolean> {
  const head = yield* findHead(flavour, toKey(user), toKey(id));
  if (head === undefined || Number(head['is_deleted']) === 1) return false;
  const before = yield* rowsBefore(flavour, { id, user, dialect: '' }, head);
  yield* ask(
    'update skein_workflow_heads set is_deleted = 1 where place = ?',
    Number(head['place']),
  );
  yield* changeRows(flavour, [], { before, isAnew: false });
  yield* deleteRows(flavour, triggerTable, matching({ user_id: user, workflow_id: id }));
  return true;
}

function* findHead(flavour: Flavour, user: string, id: string): Script<Row | undefined> {
  const columns = 'place, newest, dialect, is_deleted, revision, is_active';
  const sql = `select ${columns} from skein_workflow_heads where user_id = ? and workflow_id = ?${flavour.lock}`;
  const [row] = yield* ask(sql, user, id);
  return row;
}

/** The rows of the newest version in the tables of its dialect, and what others have added there. */
function* rowsBefore(
  flavour: Flavour,
  record: Pick<DefinitionRecord, 'id' | 'user' | 'dialect'>,
  head: Row | undefined,
): Script<readonly DefinitionRow[]> {
  const dialects = [record.dialect, head?.['dialect']];
  const rows: DefinitionRow[] = [];
  for (const table of dialects.includes(builtDialect) ? scopedTables : []) {
    const match = matching({ [table.user]: record.user ?? '', [table.scope]: record.id });
    const found = yield* selectRows(flavour, table, match);
    rows.push(...found.map((values) => ({ table: table.name, values })));
  }
  return head === undefined ? rows : [...rows, ...(yield* rowsOfNewest(record, head))];
}

function* rowsOfNewest(
  { id, user }: Pick<DefinitionRecord, 'id' | 'user'>,
  head: Row,
): Script<readonly DefinitionRow[]> {
  const dialect = head['dialect'] as string;
  if (!hasTables(dialect) || Number(head['is_deleted']) === 1) return [];
  const [row] = yield* ask(
    'select definition, blobs from skein_workflow_versions where place = ?',
    Number(head['newest']),
  );
  const blobs = (row?.['blobs'] ?? null) as string | null;
  const bodies = new Map<string, string>();
  for (const hash of hashesIn(blobs)) {
    const [blob] = yield* ask('select body from skein_blobs where hash = ?', hash);
    bodies.set(hash, (blob?.['body'] ?? 'null') as string);
  }
  const stored = { body: (row?.['definition'] ?? 'null') as string, blobs };
  const definition = fromStored(stored, (hash) => bodies.get(hash) ?? 'null');
  return definitionRows({
    id,
    ...(user === undefined ? {} : { user }),
    version: versionId(''),
    definition,
    dialect,
    savedAt: 0,
  });
}

const versionKey = ['user_id', 'workflow_id', 'version'];
const versionRest = ['dialect', 'name', 'definition', 'blobs', 'studio', 'saved_at', 'saved_order'];

function* saveVersion(flavour: Flavour, { record, stored }: SavedDefinition): Script<number> {
  const key = [toKey(record.user ?? ''), toKey(record.id), toKey(record.version)] as const;
  const { body, blobs, parts } = stored;
  const [last] = yield* ask(
    'select max(saved_order) as last from skein_workflow_versions where user_id = ? and workflow_id = ?',
    key[0],
    key[1],
  );
  const columns = [...versionKey, ...versionRest];
  yield* ask(
    `insert into skein_workflow_versions (${columns.join(', ')}) values ${marks(columns.length)} ${flavour.onRepeat(versionKey, versionRest)}`,
    ...key,
    record.dialect,
    record.name === undefined ? null : toKey(record.name),
    body,
    blobs,
    record.studio === undefined ? null : JSON.stringify(record.studio),
    flavour.toTime(record.savedAt),
    Number(last?.['last'] ?? 0) + 1,
  );
  const [row] = yield* ask(
    'select place from skein_workflow_versions where user_id = ? and workflow_id = ? and version = ?',
    ...key,
  );
  const place = Number(row?.['place']);
  const holder = `w${place}`;
  yield* releaseBlobs([holder]);
  yield* writeBlobs(flavour, holder, parts);
  return place;
}

/** Rows that are no longer named are deleted; agents stay, because other workflows may use them. */
function* changeRows(
  flavour: Flavour,
  rows: readonly DefinitionRow[],
  { before, isAnew }: { readonly before: readonly DefinitionRow[]; readonly isAnew: boolean },
): Script<void> {
  const left = new Set(isAnew ? [] : rows.map(rowName));
  for (const row of before) {
    const name = rowName(row);
    if (row.table === 'agents' || left.has(name)) continue;
    left.add(name);
    yield* deleteRow(flavour, dialectTable(row.table), row.values);
  }
  for (const { table, values } of rows) yield* upsertRow(flavour, dialectTable(table), values);
}

function rowName({ table, values }: DefinitionRow): string {
  const { key, user, scope } = dialectTable(table);
  return JSON.stringify([
    table,
    values[key],
    values[user],
    scope === undefined ? '' : values[scope],
  ]);
}
