// Goal: nobody changes the tables without a migration, and no migration that is out. Method: what the migrations make of an empty
// database is compared with what the code describes, on every kind of database; the files of migrations are known by their hashes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '@skein/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTable } from './schema/ddl.ts';
import { describedTables, toTable } from './schema/described-tables.ts';
import { emptyDatabase, findServer, type EmptyDatabase } from './schema/empty-database.ts';
import { readSchema, type Schema } from './schema/read-schema.ts';
import type { Table } from './schema/table.ts';

/** A file that is in no release yet may still change; then its hash is written anew. */
const frozen = {
  'relational/0000-own-names.ts': 'c4b5cdae9cec71a6',
  'relational/0001-first-tables.ts': '105c656cbf89f838',
  'relational/0002-records.ts': 'd809f53ee65787bf',
  'relational/0003-thin-indexes.ts': '285d6f2ff17b745d',
  'relational/0004-hide-inner.ts': '6a1f580759f3254d',
  'relational/0005-old-names.ts': 'fa29a5a308a2de9b',
  'neo4j/0001-first-constraints.ts': '34e2674877275716',
  'neo4j/0002-rows.ts': '2a123efad92f82af',
  'neo4j/0003-hide-inner.ts': '0f53daef0fc0ee51',
  'neo4j/0004-shared-sessions.ts': '52f84b78914064f1',
};

describe('migrations', () => {
  it('[S34] are never edited: databases exist that they have made', () => {
    const found: Record<string, string> = {};
    for (const folder of ['relational', 'neo4j']) {
      const place = path.join(import.meta.dirname, `../src/${folder}/migrations`);
      for (const name of readdirSync(place).filter((each) => /^\d{4}-/.test(each))) {
        const text = readFileSync(path.join(place, name));
        const hash = createHash('sha256').update(text).digest('hex');
        found[`${folder}/${name}`] = hash.slice(0, 16);
      }
    }
    expect(found, 'Undo the edit, and write a new migration instead.').toEqual(frozen);
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
