import { versionId, workflowId, type Json } from '@skein/kernel';
import {
  EngineError,
  type DefinitionFilter,
  type DefinitionRecord,
  type DefinitionStore,
  type NewestDefinition,
  type Page,
} from '@skein/ports';
import { fromKey, toKey } from '../../values/key-text.ts';
import { unreadableObject } from '../../values/unreadable.ts';
import type { RelationalDatabase } from '../database.ts';
import { fromSavedCursor, toSavedCursor } from '../../values/saved-cursor.ts';
import { ask, limitTo, type SqlValue } from '../script.ts';
import { askedTogether } from './asked-together.ts';
import { containsText } from './contains-text.ts';
import { limitOf, toPage } from './page.ts';
import { toValues } from './read-blobs.ts';
import { selectPage, type Where } from './select-page.ts';

interface VersionRow {
  readonly user_id: string;
  readonly workflow_id: string;
  readonly version: string;
  readonly dialect: string;
  readonly name: string | null;
  readonly definition: string;
  readonly blobs: string | null;
  readonly studio: string | null;
  readonly saved_at: number;
}

interface NewestRow extends VersionRow {
  /** The workflow's, not the version's. */
  readonly place: number;
  readonly revision: number;
  readonly is_active: number;
}

const columns =
  'v.user_id, v.workflow_id, v.version, v.dialect, v.name, v.definition, v.blobs, v.studio, v.saved_at';
const selectVersions = `select ${columns} from skein_workflow_versions v where v.user_id = ? and v.workflow_id = ?`;
const selectNewest = `select ${columns}, h.place as place, h.revision, h.is_active from skein_workflow_heads h join skein_workflow_versions v on v.place = h.newest`;
const isListed = 'h.is_deleted = 0';

export function readDefinitions(
  database: RelationalDatabase,
): Pick<DefinitionStore, 'get' | 'newest' | 'list' | 'versions'> {
  // Columns of these tables, as they were written.
  const read = (text: string, ...values: readonly SqlValue[]) =>
    database.look(() => ask(text, ...values)) as unknown as Promise<readonly NewestRow[]>;
  const findNewest = (id: string, user: string) =>
    read(
      `${selectNewest} where ${isListed} and h.user_id = ? and h.workflow_id = ?`,
      toKey(user),
      toKey(id),
    );
  const newestOf = async (id: string, user: string) =>
    (await listed(database, await findNewest(id, user), toNewest))[0];
  // Where others save too, every start asks for it.
  const newest = database.isShared ? askedTogether(newestOf) : newestOf;
  return {
    async get(id, version, user = '') {
      const rows =
        version === undefined
          ? await findNewest(id, user)
          : await read(`${selectVersions} and version = ?`, toKey(user), toKey(id), toKey(version));
      return (await toRecords(database, rows))[0];
    },
    // Marked too, so that its earlier versions can be listed and restored; it does not compile.
    newest: (id, user = '') => newest(id, user),
    async list(filter) {
      const { user, dialect, isActive, q } = filter;
      const text = (value: string | undefined) => (value === undefined ? undefined : toKey(value));
      const where: readonly Where[] = [
        [isListed],
        ['h.user_id = ?', text(user)],
        ['h.dialect = ?', dialect],
        ['h.is_active = ?', isActive === undefined ? undefined : Number(isActive)],
        [containsText(database, 'h.search'), text(q?.toLowerCase())],
      ];
      if (filter.order === 'saved') {
        const rows = await selectBySaved(database, where, filter);
        return pageBySaved(rows, await listed(database, rows, toNewest), filter);
      }
      const selection = { select: selectNewest, where, place: 'h.place' };
      const rows = (await selectPage(
        database,
        selection,
        filter,
      )) as unknown as readonly NewestRow[];
      const records = await listed(database, rows, toNewest);
      const placed = records.map((record, i) => ({ record, place: rows[i]?.place ?? 0 }));
      return toPage(placed, filter, ({ record }) => record);
    },
    async versions(id, user = '') {
      const text = `${selectVersions} order by saved_order`;
      return listed(database, await read(text, toKey(user), toKey(id)), toRecords);
    },
  };
}

/** The one that was saved last first: few enough of a user to sort them. */
async function selectBySaved(
  database: RelationalDatabase,
  where: readonly Where[],
  { cursor, ...paging }: DefinitionFilter,
): Promise<readonly NewestRow[]> {
  const from = fromSavedCursor(cursor);
  const given = where.filter((each) => each.length === 1 || each[1] !== undefined);
  const onwards = from === null ? [] : ['(v.saved_at < ? or (v.saved_at = ? and h.place <= ?))'];
  const conditions = [...given.map(([sql]) => sql), ...onwards].join(' and ');
  const values = given.flatMap(([, value]) => (value === undefined ? [] : [value]));
  const at = from === null ? null : database.flavour.toTime(from.savedAt);
  const after = from === null ? [] : [at, at, from.place];
  const text = `${selectNewest} where ${conditions} order by v.saved_at desc, h.place desc${limitTo(limitOf(paging))}`;
  // Columns of these tables, as they were written.
  return database.look(() => ask(text, ...values, ...after)) as unknown as Promise<
    readonly NewestRow[]
  >;
}

function pageBySaved(
  rows: readonly NewestRow[],
  records: readonly NewestDefinition[],
  paging: DefinitionFilter,
): Page<NewestDefinition> {
  const count = limitOf(paging) - 1;
  const next = rows[count];
  return {
    items: records.slice(0, count),
    nextCursor:
      next === undefined ? null : toSavedCursor({ savedAt: next.saved_at, place: next.place }),
  };
}

/** For a list, which one row must not break. Nearly always all of them can be read. */
async function listed<R extends VersionRow, T>(
  database: RelationalDatabase,
  rows: readonly R[],
  toAll: (database: RelationalDatabase, rows: readonly R[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await toAll(database, rows);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const marked: R[] = [];
  for (const row of rows) {
    const isReadable = await toRecords(database, [row]).then(
      () => true,
      (error: unknown) => !isDamage(error),
    );
    const damaged = { definition: JSON.stringify(unreadableObject), blobs: null, studio: null };
    marked.push(isReadable ? row : { ...row, ...damaged });
  }
  return toAll(database, marked);
}

function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof EngineError && error.code === 'STORE_CORRUPT';
}

async function toNewest(
  database: RelationalDatabase,
  rows: readonly NewestRow[],
): Promise<readonly NewestDefinition[]> {
  const records = await toRecords(database, rows);
  return rows.map(({ revision, is_active: isActive }, i) => ({
    ...(records[i] as DefinitionRecord),
    revision,
    isActive: isActive === 1,
  }));
}

async function toRecords(
  database: RelationalDatabase,
  rows: readonly VersionRow[],
): Promise<readonly DefinitionRecord[]> {
  const texts = rows.map(({ definition: body, blobs }) => ({ body, blobs }));
  const definitions = await toValues(database, texts);
  return rows.map((row, i) => toRecord(row, definitions[i] as Json));
}

function toRecord(row: VersionRow, definition: Json): DefinitionRecord {
  const { user_id: user, name, studio } = row;
  return {
    id: workflowId(fromKey(row.workflow_id)),
    ...(user === '' ? {} : { user: fromKey(user) }),
    version: versionId(fromKey(row.version)),
    ...(name === null ? {} : { name: fromKey(name) }),
    definition,
    dialect: row.dialect,
    ...(studio === null ? {} : { studio: JSON.parse(studio) as Json }),
    savedAt: row.saved_at,
  };
}
