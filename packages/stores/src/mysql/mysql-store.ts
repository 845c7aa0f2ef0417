// The MySQL store, for MySQL 8 and MariaDB 10.6 or newer.
import type { Store, StoreFinding } from '@skein/ports';
import { CompiledQuery, Kysely, MysqlDialect, sql } from 'kysely';
import type { RelationalDatabase } from '../relational/database.ts';
import type { Flavour } from '../relational/flavour.ts';
import { relationalStore } from '../relational/relational-store.ts';
import { migrate } from '../relational/schema/migrate.ts';
import type { Tables } from '../relational/schema/rows.ts';
import { runInTurn } from '../relational/script.ts';
import {
  commitOn,
  lookOn,
  performOn,
  writeOn,
  type Server,
} from '../relational/server-database.ts';
import { withoutPassword } from '../values/without-password.ts';
import { isMysqlRace, mysqlError } from './mysql-errors.ts';
import { mysqlFlavour } from './mysql-flavour.ts';
import { openPool } from './mysql-pool.ts';

const connectionsMax = 10;
const migrationLock = 'skein-migration';

/** What every connection is told first. Strict, so that no text is cut; without a mode that changes how quotes are read. */
const settings = [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  'set session transaction isolation level read committed',
  'set session innodb_lock_wait_timeout = 10',
];

/** Connects, and brings the tables up to date. */
export async function mysqlStore(url: string): Promise<Store> {
  const place = withoutPassword(url);
  const toError = mysqlError(place);
  const kysely = openKysely(url, connectionsMax);
  // So that a lease is renewed also while everything else waits for its turn.
  const aside = openKysely(url, 1);
  try {
    const flavour = mysqlFlavour(await collationOf(kysely));
    const toSql = (text: string) => text;
    const server: Server = { flavour, kysely, toSql, isRace: isMysqlRace, toError };
    await migrateAlone(kysely, flavour, place);
    const database: RelationalDatabase = {
      flavour,
      place,
      read: kysely,
      look: (script) => lookOn(server, script),
      write: (script) => writeOn(server, script),
      writeAside: (script) => writeOn({ ...server, kysely: aside }, script),
      commit: (group) => commitOn(server, group),
      toError,
      inspect: () => inspect(kysely),
      async close() {
        await aside.destroy();
        await kysely.destroy();
      },
    };
    return relationalStore(database);
  } catch (error) {
    await kysely.destroy();
    throw toError(error);
  }
}

function openKysely(url: string, connections: number): Kysely<Tables> {
  const pool = openPool(url, connections);
  const dialect = new MysqlDialect({
    pool,
    async onCreateConnection(connection) {
      for (const text of settings) await connection.executeQuery(CompiledQuery.raw(text));
    },
  });
  return new Kysely<Tables>({ dialect });
}

async function collationOf(kysely: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ readonly version: string }>`select version() as version`.execute(
    kysely,
  );
  return /mariadb/i.test(rows[0]?.version ?? '') ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

/** Every `create` is a commit of its own here, so what keeps others away is a lock of the session. */
async function migrateAlone(
  kysely: Kysely<Tables>,
  flavour: Flavour,
  place: string,
): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`select get_lock(${migrationLock}, 60)`.execute(connection);
    try {
      const perform = performOn({ toSql: (text) => text }, connection);
      await runInTurn(migrate(flavour, place), perform);
    } finally {
      await sql`select release_lock(${migrationLock})`.execute(connection);
    }
  });
}

async function inspect(kysely: Kysely<Tables>): Promise<readonly StoreFinding[]> {
  const { rows } = await sql<Record<string, unknown>>`select version() as version,
    @@innodb_flush_log_at_trx_commit as flush, @@innodb_doublewrite as doublewrite, @@log_bin as binlog,
    @@sync_binlog as sync_binlog`.execute(kysely);
  const [row = {}] = rows;
  const flush = Number(row['flush']);
  const isBinlogSafe = Number(row['binlog']) === 0 || Number(row['sync_binlog']) === 1;
  return [
    { what: 'version', isGood: true, text: String(row['version']) },
    {
      what: 'durability',
      isGood: flush === 1,
      text: `innodb_flush_log_at_trx_commit = ${flush}${flush === 1 ? '' : ', must be 1'}`,
    },
    {
      what: 'durability',
      isGood: isBinlogSafe,
      text: isBinlogSafe ? 'the binary log is off, or synced' : 'sync_binlog must be 1',
    },
  ];
}
