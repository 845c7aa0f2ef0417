import { Kysely, SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely';
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
  return new Kysely<Tables>({ dialect: new ReadingDialect({ database }) });
}

/**
 * A query is over when it returns, so two never meet on the connection, and nobody has to wait for it. Kysely's own lock
 * wakes everyone who waits whenever it is free: a thousand reads at once then take a million turns.
 */
class ReadingDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new ReadingAdapter();
  }
}

class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
