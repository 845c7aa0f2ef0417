import type { Json } from '@skein/kernel';
import type { DefinitionRecord, SaveOptions } from '@skein/ports';
import { checkId, workflowIdLengthMax } from '../../values/check-append.ts';
import { definitionRows, hasTables, type DefinitionRow } from '../../values/definition-rows.ts';
import { dialectTable } from '../../values/dialect-tables.ts';
import { toKey } from '../../values/key-text.ts';
import { searchText } from '../../values/search-text.ts';
import { releaseBlobs, writeBlobs } from '../append/write-blobs.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Row, type Script } from '../script.ts';
import { fromStored, hashesIn, toStored } from '../../values/stored-value.ts';
import { deleteRow, upsertRow } from './write-row.ts';

/** One version, the rows of its dialect's tables, and which version is the newest: all or nothing. */
export function* saveDefinition(
  flavour: Flavour,
  record: DefinitionRecord,
  options: SaveOptions,
): Script<void> {
  const user = toKey(record.user ?? '');
  const id = toKey(record.id);
  const head = yield* findHead(flavour, user, id);
  const before = head === undefined ? [] : yield* rowsBefore(record, head);
  const place = yield* saveVersion(flavour, record);
  const search = toKey(searchText([record.id, record.name]));
  if (head === undefined) {
    const columns = 'user_id, workflow_id, newest, is_deleted, dialect, search';
    yield* ask(
      `insert into workflow_heads (${columns}) values ${marks(6)} ${flavour.onRepeat(['user_id', 'workflow_id'], ['newest', 'is_deleted', 'dialect', 'search'])}`,
      user,
      id,
      place,
      0,
      record.dialect,
      search,
    );
  } else {
    yield* ask(
      'update workflow_heads set newest = ?, is_deleted = 0, dialect = ?, search = ? where place = ?',
      place,
      record.dialect,
      search,
      Number(head['place']),
    );
  }
  yield* changeRows(flavour, definitionRows(record), {
    before,
    isAnew: options.tables === 'recreate',
  });
}

/** False when there is no such workflow. */
export function* deleteDefinition(
  flavour: Flavour,
  { id, user = '' }: { readonly id: string; readonly user?: string },
): Script<boolean> {
  const head = yield* findHead(flavour, toKey(user), toKey(id));
  if (head === undefined || Number(head['is_deleted']) === 1) return false;
  const before = yield* rowsBefore({ id, user }, head);
  yield* ask('update workflow_heads set is_deleted = 1 where place = ?', Number(head['place']));
  yield* changeRows(flavour, [], { before, isAnew: false });
  return true;
}

function* findHead(flavour: Flavour, user: string, id: string): Script<Row | undefined> {
  const columns = 'place, newest, dialect, is_deleted';
  const sql = `select ${columns} from workflow_heads where user_id = ? and workflow_id = ?${flavour.lock}`;
  const [row] = yield* ask(sql, user, id);
  return row;
}

/** The rows that the newest version has in the tables of its dialect. */
function* rowsBefore(
  { id, user }: Pick<DefinitionRecord, 'id' | 'user'>,
  head: Row,
): Script<readonly DefinitionRow[]> {
  const dialect = head['dialect'] as string;
  if (!hasTables(dialect) || Number(head['is_deleted']) === 1) return [];
  const [row] = yield* ask(
    'select definition, blobs from workflow_versions where place = ?',
    Number(head['newest']),
  );
  const blobs = (row?.['blobs'] ?? null) as string | null;
  const bodies = new Map<string, string>();
  for (const hash of hashesIn(blobs)) {
    const [blob] = yield* ask('select body from blobs where hash = ?', hash);
    bodies.set(hash, (blob?.['body'] ?? 'null') as string);
  }
  const stored = { body: (row?.['definition'] ?? 'null') as string, blobs };
  const definition = fromStored(stored, (hash) => bodies.get(hash) ?? 'null');
  return definitionRows({
    id,
    ...(user === undefined ? {} : { user }),
    version: '',
    definition,
    dialect,
    savedAt: 0,
  });
}

const versionKey = ['user_id', 'workflow_id', 'version'];
const versionRest = ['dialect', 'name', 'definition', 'blobs', 'studio', 'saved_at', 'saved_order'];

function* saveVersion(flavour: Flavour, record: DefinitionRecord): Script<number> {
  const key = [toKey(record.user ?? ''), toKey(record.id), toKey(record.version)] as const;
  const { body, blobs, parts } = toStored(record.definition);
  const [last] = yield* ask(
    'select max(saved_order) as last from workflow_versions where user_id = ? and workflow_id = ?',
    key[0],
    key[1],
  );
  const columns = [...versionKey, ...versionRest];
  yield* ask(
    `insert into workflow_versions (${columns.join(', ')}) values ${marks(columns.length)} ${flavour.onRepeat(versionKey, versionRest)}`,
    ...key,
    record.dialect,
    record.name === undefined ? null : toKey(record.name),
    body,
    blobs,
    record.studio === undefined ? null : JSON.stringify(record.studio),
    record.savedAt,
    Number(last?.['last'] ?? 0) + 1,
  );
  const [row] = yield* ask(
    'select place from workflow_versions where user_id = ? and workflow_id = ? and version = ?',
    ...key,
  );
  const place = Number(row?.['place']);
  const holder = `w${place}`;
  yield* releaseBlobs([holder]);
  yield* writeBlobs(flavour, holder, parts);
  return place;
}

/** Rows that are no longer named go; agents stay, because other workflows may have them. */
function* changeRows(
  flavour: Flavour,
  rows: readonly DefinitionRow[],
  { before, isAnew }: { readonly before: readonly DefinitionRow[]; readonly isAnew: boolean },
): Script<void> {
  const left = new Set(isAnew ? [] : rows.map(rowName));
  for (const row of before) {
    if (row.table !== 'agents' && !left.has(rowName(row))) {
      yield* deleteRow(flavour, dialectTable(row.table), row.values);
    }
  }
  for (const { table, values } of rows) yield* upsertRow(flavour, dialectTable(table), values);
}

/** Refuses ids in a definition that are too long for a key. */
export function checkRows(record: DefinitionRecord): void {
  for (const { table, values } of definitionRows(record)) {
    const { key, scope, columns } = dialectTable(table);
    for (const [column, type] of columns) {
      const value: Json = values[column] ?? null;
      if (type !== 'key' || typeof value !== 'string') continue;
      const isNarrow = column === key && scope !== undefined;
      checkId(`value of ${table}.${column}`, value, isNarrow ? undefined : workflowIdLengthMax);
    }
  }
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
