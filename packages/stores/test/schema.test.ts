// Goal: nobody changes the tables without a migration, and no migration that is out. Method: what the migrations make of an empty
// database is compared with what the code describes, on every kind of database; the files of migrations are known by their hashes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '@skein/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../src/relational/migrations/migrations.ts';
import { hashMigrations } from './fixtures/hash-migrations.ts';
import { createTable } from './schema/ddl.ts';
import { describedTables, toTable } from './schema/described-tables.ts';
import { emptyDatabase, findServer, type EmptyDatabase } from './schema/empty-database.ts';
import { readSchema, type Schema } from './schema/read-schema.ts';
import type { Table } from './schema/table.ts';

describe('migrations', () => {
  it('[S34] of a release are never edited: databases exist that they have made', () => {
    // Written by `npm run fixtures`, with the databases of the release.
    const released = readFileSync(
      path.join(import.meta.dirname, 'fixtures/migrations.json'),
      'utf8',
    );
    const frozen = JSON.parse(released) as Readonly<Record<string, string>>;
    expect(hashMigrations(), 'Undo the edit, and write a new migration instead.').toMatchObject(
      frozen,
    );
  });

  it('[S34] are all in the list, in the order of their numbers', () => {
    const list = readFileSync(
      path.join(import.meta.dirname, '../src/relational/migrations/migrations.ts'),
      'utf8',
    );
    const listed = [...list.matchAll(/'\.\/(\d{4}-[^']*)'/g)].map(
      ([, name]) => `relational/${name}`,
    );
    const files = Object.keys(hashMigrations()).filter((name) =>
      /^relational\/(?!0000)/.test(name),
    );
    expect(listed).toEqual(files);
    expect(migrations).toHaveLength(files.length);
  });
});

describe.each(['sqlite', 'postgres', 'mysql'] as const)('the tables of %s', async (kind) => {
  const { missing } = await findServer(kind);
  beforeEach(({ skip }) => {
    skip(missing !== undefined, missing);
  });

  it('[S34] are made by migrations as the code describes them', async () => {
    const migrated = await schemaOf(kind, async ({ url }) => {
      const store = await openStore(url);
      await store.close();
    });
    expect(migrated).toEqual(await described(describedTables));
  });

  it('[S34] with a table, a column or an index more need a migration', async () => {
    const name = 'new_things';
    const added = toTable({
      name,
      key: 'id',
      user: 'user_id',
      columns: new Map([
        ['user_id', 'key'],
        ['id', 'key'],
      ]),
      indexed: ['id'],
    });
    const without = await described(describedTables);
    const withMore = await described([...describedTables, added]);
    expect(Object.keys(withMore)).toContain(`skein_${name}`);
    expect(withMore).not.toEqual(without);
    const [first, ...others] = describedTables;
    const wider = { ...first, columns: [...(first?.columns ?? []), { name: 'x', kind: 'text' }] };
    expect(await described([wider as Table, ...others])).not.toEqual(without);
    const indexed = { ...first, indexes: [{ columns: ['name'], isUnique: true }] };
    expect(await described([indexed as Table, ...others])).not.toEqual(without);
  });

  function described(tables: readonly Table[]): Promise<Schema> {
    const statements = tables.flatMap((table) => createTable(kind, table));
    return schemaOf(kind, async (database) => {
      await database.run(statements.join('; '));
    });
  }
});

async function schemaOf(
  kind: EmptyDatabase['kind'],
  make: (database: EmptyDatabase) => Promise<void>,
): Promise<Schema> {
  const database = await emptyDatabase(kind);
  try {
    await make(database);
    return await readSchema(kind, (sql) => database.run(sql));
  } finally {
    await database.drop();
  }
}
