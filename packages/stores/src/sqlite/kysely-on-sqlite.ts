import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import type { Tables } from '../relational/schema/rows.ts';
import type { SqlValue } from '../relational/script.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Kysely over `node:sqlite`, on the one connection that there is. It only reads. */
export function kyselyOnSqlite(connection: SqliteConnection): Kysely<Tables> {
  const database: SqliteDatabase = {
    close() {},
    prepare(sql) {
      const statement = connection.prepare(sql);
      const given = (parameters: readonly unknown[]) => parameters as readonly SqlValue[];
      return {
        reader: true,
        all: (parameters) => statement.all(...given(parameters)),
        run: (parameters) => statement.run(...given(parameters)),
        iterate: (parameters) =>
          statement.iterate(...given(parameters)) as IterableIterator<unknown>,
      };
    },
  };
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}
