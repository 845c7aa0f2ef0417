import { versionId, workflowId, type Json } from '@skein/kernel';
import type { DefinitionRecord, DefinitionStore, NewestDefinition } from '@skein/ports';
import { checkTriggers } from '../records/check-record.ts';
import { checkDefinition } from '../values/check-append.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { checkRows } from '../values/definition-rows.ts';
import { headsOf } from './heads-of.ts';
import type { GraphRow, Neo4jConnection } from './neo4j-connection.ts';
import { readValues } from './read-values.ts';
import {
  changeDefinition,
  deleteDefinition,
  revisionOf,
  saveDefinition,
} from './save-definition.ts';

export function graphDefinitions(connection: Neo4jConnection): DefinitionStore {
  const { read } = connection;
  const versions = async (more: string, parameters: object) => {
    const rows = await read(`match (v:SkeinVersion) where ${more}`, { ...parameters });
    return toRecords(
      connection,
      rows.map((row) => row['version'] as GraphRow),
    );
  };
  const named = (id: string, user = '') => ({ id: toKey(id), user: toKey(user) });
  const ofWorkflow = 'v.user = $user and v.workflow = $id';
  return {
    async save(record, options = {}) {
      checkDefinition(record);
      checkRows(record);
      checkTriggers(options.triggers);
      return connection.write((ask) => saveDefinition(ask, record, options));
    },
    change: async (id, change) => connection.write((ask) => changeDefinition(ask, id, change)),
    async newest(id, user) {
      const heads = await read(
        `match (h:SkeinHead {user: $user, workflow: $id}) where not h.isDeleted return properties(h) as head`,
        named(id, user),
      );
      const [record] = await toNewest(
        connection,
        heads.map((row) => row['head'] as GraphRow),
      );
      return record;
    },
    async get(id, version, user) {
      const newest = `${ofWorkflow} and exists { match (h:SkeinHead {user: $user, workflow: $id})
        where h.newest = v.place and not h.isDeleted }`;
      const which = version === undefined ? newest : `${ofWorkflow} and v.version = $version`;
      const given = { ...named(id, user), version: toKey(version ?? '') };
      const [record] = await versions(`${which} return properties(v) as version`, given);
      return record;
    },
    async list(filter) {
      const heads = await headsOf(read, filter);
      return { items: await toNewest(connection, heads.items), nextCursor: heads.nextCursor };
    },
    versions: async (id, user) =>
      versions(
        `${ofWorkflow} return properties(v) as version order by v.savedOrder`,
        named(id, user),
      ),
    async delete(id, user) {
      return connection.write((ask) => deleteDefinition(ask, named(id, user)));
    },
  };
}

/** The newest versions of these heads, in their order. */
async function toNewest(
  connection: Neo4jConnection,
  heads: readonly GraphRow[],
): Promise<readonly NewestDefinition[]> {
  const places = heads.map((head) => head['newest']);
  const found = await connection.read(
    `unwind $places as place match (v:SkeinVersion {place: place}) return properties(v) as version`,
    { places },
  );
  const rows = found.map((row) => row['version'] as GraphRow);
  const records = await toRecords(connection, rows);
  return records.map((record, i) => ({
    ...record,
    revision: revisionOf(heads[i]),
    isActive: heads[i]?.['isActive'] !== false,
  }));
}

async function toRecords(
  connection: Neo4jConnection,
  rows: readonly GraphRow[],
): Promise<readonly DefinitionRecord[]> {
  const definitions = await readValues(connection, rows);
  return rows.map((row, i) => toRecord(row, definitions[i] as Json));
}

function toRecord(row: GraphRow, definition: Json): DefinitionRecord {
  const { user, name, studio } = row;
  return {
    id: workflowId(fromKey(row['workflow'] as string)),
    ...(user === '' ? {} : { user: fromKey(user as string) }),
    version: versionId(fromKey(row['version'] as string)),
    ...(typeof name === 'string' ? { name: fromKey(name) } : {}),
    definition,
    dialect: row['dialect'] as string,
    ...(typeof studio === 'string' ? { studio: JSON.parse(studio) as Json } : {}),
    savedAt: Number(row['savedAt']),
  };
}
