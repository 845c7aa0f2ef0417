// The PostgreSQL store: for several servers on one database.
import type { Store, StoreFinding } from '@skein/ports';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { RelationalDatabase } from '../relational/database.ts';
import { relationalStore } from '../relational/relational-store.ts';
import { migrate } from '../relational/schema/migrate.ts';
import type { Tables } from '../relational/schema/rows.ts';
import { ask, type Script } from '../relational/script.ts';
import { lookOn, writeOn, type Server } from '../relational/server-database.ts';
import { withoutPassword } from '../values/without-password.ts';
import { commitOnPostgres } from './postgres-commit.ts';
import { isPostgresRace, postgresError } from './postgres-errors.ts';
import { postgresFlavour, toDollars } from './postgres-flavour.ts';
import { openPool } from './postgres-pool.ts';
import { postgresSignals } from './postgres-signals.ts';

const connectionsMax = 10;
/** Whoever migrates has this lock; the number is ours alone. */
const migrationLock = 7_352_936;

/** Connects, and brings the tables up to date. */
export async function postgresStore(url: string): Promise<Store> {
  const place = withoutPassword(url);
  const toError = postgresError(place);
  const pool = openPool(url, connectionsMax);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // So that a lease is renewed also while everything else waits for its turn.
  const aside = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, 1) }) });
  const signals = postgresSignals(url, pool);
  const flavour = postgresFlavour;
  const server: Server = { flavour, kysely, toSql: toDollars, isRace: isPostgresRace, toError };
  const database: RelationalDatabase = {
    flavour: postgresFlavour,
    place,
    read: kysely,
    look: (script) => lookOn(server, script),
    write: (script) => writeOn(server, script),
    writeAside: (script) => writeOn({ ...server, kysely: aside }, script),
    commit: (group) => commitOnPostgres(server, pool, group),
    toError,
    signals,
    inspect: () => inspect(kysely),
    async close() {
      await signals.close();
      await aside.destroy();
      await kysely.destroy();
    },
  };
  try {
    await database.write(() => migrateAlone(place));
  } catch (error) {
    await kysely.destroy();
    throw toError(error);
  }
  return relationalStore(database);
}

function* migrateAlone(place: string): Script<void> {
  yield* ask('select pg_advisory_xact_lock(?)', migrationLock);
  yield* migrate(postgresFlavour, place);
}

async function inspect(kysely: Kysely<Tables>): Promise<readonly StoreFinding[]> {
  const setting = async (name: string) => {
    const { rows } = await sql<{
      readonly value: string;
    }>`select current_setting(${name}) as value`.execute(kysely);
    return rows[0]?.value ?? '';
  };
  const findings: StoreFinding[] = [
    { what: 'version', isGood: true, text: `PostgreSQL ${await setting('server_version')}` },
  ];
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const value = await setting(name);
    findings.push({ what: 'durability', isGood: value === 'on', text: `${name} = ${value}` });
  }
  return findings;
}
