// Migrations
// The schema has a number. Each migration leads from one number to the next.
// G1. Where the database can, all of it is one transaction. Where it cannot, a migration that was killed half-way is simply run
//     again (migration.ts, M3).
// G2. A schema that is newer than this code is rejected: writing to it could break what this code does not know.
import { EngineError } from '@skein/ports';
import type { Flavour } from './flavour.ts';
import { ask, type Script } from './script.ts';
import { takeOwnNames } from './migrations/0000-own-names.ts';
import { runMigration, type Migration } from './migrations/migration.ts';
import { migrations } from './migrations/migrations.ts';

export const schemaVersion = migrations.length;

const createMeta: Migration = {
  sqlite: [
    'create table if not exists skein_meta (name text not null, value text not null, primary key (name)) strict',
  ],
  postgres: [
    'create table if not exists skein_meta (name text collate "C" not null, value text not null, primary key (name))',
  ],
  mysql: [
    'create table if not exists skein_meta (name varchar(128) not null, value longtext not null, primary key (name)) engine = InnoDB character set utf8mb4 collate {collation}',
  ],
};

export function* migrate(flavour: Flavour, place: string): Script<void> {
  yield* takeOwnNames(flavour);
  yield* runMigration(flavour, createMeta);
  const found = yield* readSchemaVersion();
  if (found > schemaVersion) {
    throw new EngineError('STORE_VERSION', {
      place,
      found: `schema version ${found}`,
      needed: `schema version ${schemaVersion} or older`,
    });
  }
  for (const [i, migration] of migrations.entries()) {
    if (i < found) continue;
    yield* runMigration(flavour, migration);
    yield* ask(
      `insert into skein_meta (name, value) values (?, ?) ${flavour.onRepeat(['name'], ['value'])}`,
      'schema',
      String(i + 1),
    );
  }
}

function* readSchemaVersion(): Script<number> {
  const [row] = yield* ask('select value from skein_meta where name = ?', 'schema');
  return row === undefined ? 0 : Number(row['value']);
}
