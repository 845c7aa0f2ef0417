import type { Json } from '@skein/kernel';
import type { DefinitionRecord, DefinitionStore } from '@skein/ports';
import { checkDefinition } from '../values/check-append.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { searchText } from '../values/search-text.ts';
import { toStored } from '../values/stored-value.ts';
import { graphPage } from './graph-page.ts';
import { holdBlobs } from './neo4j-append.ts';
import type { Ask, GraphRow, Neo4jConnection } from './neo4j-connection.ts';
import { deleteUnused } from './neo4j-runs.ts';
import { nextPlaces } from './next-places.ts';
import { readValues } from './read-values.ts';
import { deleteSteps, writeSteps } from './session-graph.ts';

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
    async save(record) {
      checkDefinition(record);
      await connection.write((ask) => saveDefinition(ask, record));
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
      const { user, dialect, q } = filter;
      const conditions = [
        'not n.isDeleted',
        ...(user === undefined ? [] : ['n.user = $user']),
        ...(dialect === undefined ? [] : ['n.dialect = $dialect']),
        ...(q === undefined ? [] : ['n.search contains $q']),
      ];
      const parameters = {
        user: toKey(user ?? ''),
        dialect: dialect ?? null,
        q: toKey((q ?? '').toLowerCase()),
      };
      const heads = await graphPage(read, 'SkeinHead', { conditions, parameters, filter });
      const places = heads.items.map((head) => head['newest']);
      const found = await read(
        `unwind $places as place match (v:SkeinVersion {place: place}) return properties(v) as version`,
        { places },
      );
      const items = await toRecords(
        connection,
        found.map((row) => row['version'] as GraphRow),
      );
      return { items, nextCursor: heads.nextCursor };
    },
    versions: async (id, user) =>
      versions(
        `${ofWorkflow} return properties(v) as version order by v.savedOrder`,
        named(id, user),
      ),
    async delete(id, user) {
      return connection.write(async (ask) => {
        const rows = await ask(
          `match (h:SkeinHead {user: $user, workflow: $id}) set h._lock = randomUUID()
           with h where not h.isDeleted set h.isDeleted = true return h.place as place`,
          named(id, user),
        );
        await deleteSteps(ask, named(id, user));
        return rows.length > 0;
      });
    },
  };
}

async function saveDefinition(ask: Ask, record: DefinitionRecord): Promise<void> {
  const key = { user: toKey(record.user ?? ''), workflow: toKey(record.id) };
  const places = await nextPlaces(ask, 2);
  const { body, blobs, parts } = toStored(record.definition);
  const [saved] = await ask(
    `merge (v:SkeinVersion {user: $user, workflow: $workflow, version: $version})
     on create set v.place = $place
     set v += $set return v.place as place`,
    {
      ...key,
      version: toKey(record.version),
      place: places[0],
      set: {
        dialect: record.dialect,
        name: record.name === undefined ? null : toKey(record.name),
        body,
        blobs,
        studio: record.studio === undefined ? null : JSON.stringify(record.studio),
        savedAt: record.savedAt,
        savedOrder: places[1],
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
  await ask(
    `merge (h:SkeinHead {user: $user, workflow: $workflow}) on create set h.place = $place
     set h.newest = $newest, h.isDeleted = false, h.dialect = $dialect, h.search = $search`,
    {
      ...key,
      place: places[1],
      newest: place,
      dialect: record.dialect,
      search: toKey(searchText([record.id, record.name])),
    },
  );
  if (record.dialect === 'session-graph') await writeSteps(ask, record);
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
    id: fromKey(row['workflow'] as string),
    ...(user === '' ? {} : { user: fromKey(user as string) }),
    version: fromKey(row['version'] as string),
    ...(typeof name === 'string' ? { name: fromKey(name) } : {}),
    definition,
    dialect: row['dialect'] as string,
    ...(typeof studio === 'string' ? { studio: JSON.parse(studio) as Json } : {}),
    savedAt: Number(row['savedAt']),
  };
}
