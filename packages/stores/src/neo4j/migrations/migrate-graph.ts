// The schema in Neo4j has a number, like that of the relational databases.
import { EngineError } from '@skein/ports';
import type { Neo4jConnection } from '../neo4j-connection.ts';
import { firstConstraints } from './0001-first-constraints.ts';
import { rows } from './0002-rows.ts';
import { hideInner } from './0003-hide-inner.ts';
import { sharedSessions } from './0004-shared-sessions.ts';
import { migrations as sharedMigrations } from '../../relational/migrations/migrations.ts';
import { makeAll, type GraphMigration } from './graph-migration.ts';

const migrations: readonly GraphMigration[] = [
  firstConstraints,
  rows,
  hideInner,
  sharedSessions,
  ...sharedMigrations.flatMap((migration) =>
    'neo4j' in migration && migration.neo4j !== undefined ? [makeAll(migration.neo4j)] : [],
  ),
];

export const neo4jSchemaVersion = migrations.length;

export async function migrateGraph(connection: Neo4jConnection): Promise<void> {
  const [known] = await connection.read(
    "match (m:SkeinMeta {name: 'schema'}) return m.version as version",
  );
  const found = Number(known?.['version'] ?? 0);
  if (found > neo4jSchemaVersion) {
    throw new EngineError('STORE_VERSION', {
      place: connection.place,
      found: `schema version ${found}`,
      needed: `schema version ${neo4jSchemaVersion} or older`,
    });
  }
  for (const [i, migration] of migrations.entries()) {
    if (i < found) continue;
    await migration(connection);
    await connection.write(async (ask) => {
      await ask(
        `merge (m:SkeinMeta {name: 'schema'}) on create set m.place = 0 set m.version = $version`,
        { version: i + 1 },
      );
    });
  }
}
