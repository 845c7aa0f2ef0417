// The MySQL store, for MySQL 8 and MariaDB 10.6 or newer.
import type { Store, StoreFinding } from '@skein/ports';
import type { RelationalDatabase } from '../relational/database.ts';
import type { Flavour } from '../relational/flavour.ts';
import { migrate } from '../relational/migrate.ts';
import { relationalStore } from '../relational/relational-store.ts';
import { runStepByStep } from '../relational/script.ts';
import { lookOn, writeOn, type Connections, type Server } from '../relational/server-database.ts';
import { withoutPassword } from '../values/without-password.ts';
import { commitOnMysql } from './mysql-commit.ts';
import { isMysqlRace, mysqlError } from './mysql-errors.ts';
import { mysqlFlavour } from './mysql-flavour.ts';
import { openConnections } from './mysql-pool.ts';

const connectionsMax = 10;
const migrationLock = 'skein-migration';

/** Connects and migrates the schema. */
export async function mysqlStore(url: string): Promise<Store> {
  const place = withoutPassword(url);
  const toError = mysqlError(place);
  const connections = openConnections(url, connectionsMax);
  // So that a lease is renewed even while everything else is queued.
  const aside = openConnections(url, 1);
  const close = async () => {
    await aside.close();
    await connections.close();
  };
  try {
    const flavour = mysqlFlavour(await collationOf(connections));
    const server: Server = { flavour, connections, isRace: isMysqlRace, toError };
    await migrateAlone(connections, flavour, place);
    const database: RelationalDatabase = {
      flavour,
      place,
      isShared: true,
      look: (script) => lookOn(server, script),
      write: (script) => writeOn(server, script),
      writeAside: (script) => writeOn({ ...server, connections: aside }, script),
      commit: (group) => commitOnMysql(server, connections, group),
      toError,
      inspect: () => inspect(connections),
      close,
    };
    return relationalStore(database);
  } catch (error) {
    await close();
    throw toError(error);
  }
}

async function collationOf({ perform }: Connections): Promise<string> {
  const [row] = await perform({ sql: 'select version() as version', parameters: [] });
  return /mariadb/i.test(String(row?.['version'])) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

/** Every `create` commits implicitly here, so a session lock keeps other migrators out. */
async function migrateAlone(
  connections: Connections,
  flavour: Flavour,
  place: string,
): Promise<void> {
  await connections.withOne(async (perform) => {
    await perform({ sql: 'select get_lock(?, 60)', parameters: [migrationLock] });
    try {
      await runStepByStep(migrate(flavour, place), perform);
    } finally {
      await perform({ sql: 'select release_lock(?)', parameters: [migrationLock] });
    }
  });
}

async function inspect({ perform }: Connections): Promise<readonly StoreFinding[]> {
  const sql = `select version() as version, @@innodb_flush_log_at_trx_commit as flush,
    @@innodb_doublewrite as doublewrite, @@log_bin as binlog, @@sync_binlog as sync_binlog`;
  const [row = {}] = await perform({ sql, parameters: [] });
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
