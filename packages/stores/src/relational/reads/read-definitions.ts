import type { Json } from '@skein/kernel';
import type { DefinitionRecord, DefinitionStore, NewestDefinition } from '@skein/ports';
import type { Selectable } from 'kysely';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import type { VersionsTable } from '../schema/rows.ts';
import { containsText } from './contains-text.ts';
import { cursorOf, limitOf, toPage } from './page.ts';
import { toValues } from './read-blobs.ts';

type VersionRow = Selectable<VersionsTable>;

export function readDefinitions(
  database: RelationalDatabase,
): Pick<DefinitionStore, 'get' | 'newest' | 'list' | 'versions'> {
  const { read } = database;
  const versionsOf = (id: string, user = '') =>
    read
      .selectFrom('workflow_versions')
      .selectAll()
      .where('user_id', '=', toKey(user))
      .where('workflow_id', '=', toKey(id));
  const newest = () =>
    read
      .selectFrom('workflow_heads as h')
      .innerJoin('workflow_versions as v', 'v.place', 'h.newest')
      .where('h.is_deleted', '=', 0)
      .selectAll('v');
  return {
    async get(id, version, user = '') {
      const one =
        version === undefined
          ? newest().where('h.user_id', '=', toKey(user)).where('h.workflow_id', '=', toKey(id))
          : versionsOf(id, user).where('version', '=', toKey(version));
      const row = await one.executeTakeFirst();
      return row === undefined ? undefined : (await toRecords(database, [row]))[0];
    },
    async newest(id, user = '') {
      const row = await newest()
        .select(['h.revision', 'h.is_active'])
        .where('h.user_id', '=', toKey(user))
        .where('h.workflow_id', '=', toKey(id))
        .executeTakeFirst();
      return row === undefined ? undefined : (await toNewest(database, [row]))[0];
    },
    async list(filter) {
      const { user, dialect, isActive, q } = filter;
      const cursor = cursorOf(filter);
      let query = newest().select(['h.place as head', 'h.revision', 'h.is_active']);
      if (user !== undefined) query = query.where('h.user_id', '=', toKey(user));
      if (dialect !== undefined) query = query.where('h.dialect', '=', dialect);
      if (isActive !== undefined) query = query.where('h.is_active', '=', isActive ? 1 : 0);
      if (q !== undefined)
        query = query.where(containsText(database, 'h.search', toKey(q.toLowerCase())));
      if (cursor !== undefined) query = query.where('h.place', '>=', cursor);
      const rows = await query.orderBy('h.place').limit(limitOf(filter)).execute();
      const records = await toNewest(database, rows);
      const placed = rows.map((row, i) => ({
        place: row.head,
        record: records[i] as NewestDefinition,
      }));
      return toPage(placed, filter, ({ record }) => record);
    },
    async versions(id, user) {
      return toRecords(database, await versionsOf(id, user).orderBy('saved_order').execute());
    },
  };
}

async function toNewest(
  database: RelationalDatabase,
  rows: readonly (VersionRow & { readonly revision: number; readonly is_active: number })[],
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
    id: fromKey(row.workflow_id),
    ...(user === '' ? {} : { user: fromKey(user) }),
    version: fromKey(row.version),
    ...(name === null ? {} : { name: fromKey(name) }),
    definition,
    dialect: row.dialect,
    ...(studio === null ? {} : { studio: JSON.parse(studio) as Json }),
    savedAt: row.saved_at,
  };
}
