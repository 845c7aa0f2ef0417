// The schema in Neo4j: constraints are all there is. Each may be made again, so a start that was cut off is harmless.
import { EngineError } from '@skein/ports';
import { recordTables } from '../records/record-tables.ts';
import { dialectTables } from '../values/dialect-tables.ts';
import { keyColumns } from '../values/row-table.ts';
import { labelOf } from './graph-rows.ts';
import type { Neo4jConnection } from './neo4j-connection.ts';

/**
 * Version 2 has the tables of dialects, and what a server keeps beside runs. Version 3 lists no definitions that were written
 * inside others.
 */
export const neo4jSchemaVersion = 3;

/** Those of which only runs below others were made. */
const hideInner = `match (h:SkeinHead {isDeleted: false, dialect: 'native'}) where h.workflow contains '#'
  and exists { (r:SkeinRun {workflow: h.workflow, user: h.user}) }
  and not exists { match (r:SkeinRun {workflow: h.workflow, user: h.user}) where r.parent is null }
  set h.isDeleted = true`;

const unique = {
  SkeinMeta: ['name'],
  SkeinServer: ['owner'],
  SkeinRun: ['id', 'startKey'],
  SkeinEvent: ['run, seq'],
  SkeinSnapshot: ['run'],
  SkeinWait: ['id'],
  SkeinKeptEvent: ['run, id'],
  SkeinVersion: ['user, workflow, version'],
  SkeinHead: ['user, workflow'],
  SkeinCommand: ['id'],
  SkeinBudget: ['root'],
  SkeinBlob: ['hash'],
  SESSION: ['id'],
} as const;

const indexed = {
  SkeinRun: ['place', 'user', 'status', 'workflow', 'parent', 'root', 'owner', 'wakeAt', 'endedAt'],
  SkeinWait: ['place', 'run', 'event'],
  SkeinKeptEvent: ['run'],
  SkeinVersion: ['place'],
  SkeinHead: ['place'],
  SkeinCommand: ['run'],
  STEP: ['id'],
} as const;

export async function prepareSchema(connection: Neo4jConnection): Promise<void> {
  // The version is written when all constraints are there.
  const [known] = await connection.read(
    "match (m:SkeinMeta {name: 'schema'}) return m.version as version",
  );
  const found = Number(known?.['version'] ?? 0);
  if (found === neo4jSchemaVersion) return;
  if (found > neo4jSchemaVersion) {
    throw new EngineError('STORE_VERSION', {
      place: connection.place,
      found: `schema version ${found}`,
      needed: `schema version ${neo4jSchemaVersion} or older`,
    });
  }
  await connection.write(async (ask) => {
    for (const statement of statements()) await ask(statement);
  });
  await connection.write(async (ask) => {
    await ask(hideInner);
    await ask(
      `merge (m:SkeinMeta {name: 'schema'}) on create set m.place = 0 set m.version = $version`,
      { version: neo4jSchemaVersion },
    );
  });
}

function statements(): readonly string[] {
  const properties = (list: string) =>
    list
      .split(', ')
      .map((name) => `n.${name}`)
      .join(', ');
  const rows = [...dialectTables.values(), ...recordTables];
  const keys = rows.map((table) => [labelOf(table), [keyColumns(table).join(', ')]] as const);
  const found = rows.flatMap((table) =>
    table.indexed.map((list) => [labelOf(table), list] as const),
  );
  const constraints = [...Object.entries(unique), ...keys].flatMap(([label, lists]) =>
    lists.map(
      (list) =>
        `create constraint if not exists for (n:${label}) require (${properties(list)}) is unique`,
    ),
  );
  const indexes = Object.entries(indexed).flatMap(([label, names]) =>
    names.map((name) => `create index if not exists for (n:${label}) on (n.${name})`),
  );
  const ofRows = found.map(
    ([label, list]) =>
      `create index if not exists for (n:${label}) on (${properties(list.replaceAll(',', ', '))})`,
  );
  return [...constraints, ...indexes, ...ofRows];
}
