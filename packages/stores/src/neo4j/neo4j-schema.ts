// The schema in Neo4j: constraints are all there is. Each may be made again, so a start that was cut off is harmless.
import { EngineError } from '@skein/ports';
import type { Neo4jConnection } from './neo4j-connection.ts';

export const neo4jSchemaVersion = 1;

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
  if (Number(known?.['version']) === neo4jSchemaVersion) return;
  await connection.write(async (ask) => {
    for (const statement of statements()) await ask(statement);
  });
  const [row] = await connection.write((ask) =>
    ask(
      `merge (m:SkeinMeta {name: 'schema'}) on create set m.version = $version, m.place = 0
       return m.version as version`,
      { version: neo4jSchemaVersion },
    ),
  );
  const found = Number(row?.['version']);
  if (found > neo4jSchemaVersion) {
    throw new EngineError('STORE_VERSION', {
      place: connection.place,
      found: `schema version ${found}`,
      needed: `schema version ${neo4jSchemaVersion} or older`,
    });
  }
}

function statements(): readonly string[] {
  const properties = (list: string) =>
    list
      .split(', ')
      .map((name) => `n.${name}`)
      .join(', ');
  const constraints = Object.entries(unique).flatMap(([label, lists]) =>
    lists.map(
      (list) =>
        `create constraint if not exists for (n:${label}) require (${properties(list)}) is unique`,
    ),
  );
  const indexes = Object.entries(indexed).flatMap(([label, names]) =>
    names.map((name) => `create index if not exists for (n:${label}) on (n.${name})`),
  );
  return [...constraints, ...indexes];
}
