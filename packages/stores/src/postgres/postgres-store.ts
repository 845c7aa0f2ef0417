// The PostgreSQL store: for several servers on one database.
import type { Store, StoreFinding } from '@skein/ports';
import type { RelationalDatabase } from '../relational/database.ts';
import { relationalStore } from '../relational/relational-store.ts';
import { migrate } from '../relational/migrate.ts';
import { ask, type Script } from '../relational/script.ts';
import { lookOn, writeOn, type Connections, type Server } from '../relational/server-database.ts';
import { withoutPassword } from '../values/without-password.ts';
import { commitOnPostgres } from './postgres-commit.ts';
import { isPostgresRace, postgresError } from './postgres-errors.ts';
import { postgresFlavour } from './postgres-flavour.ts';
import { connectionsOf, openPool } from './postgres-pool.ts';
import { postgresSignals } from './postgres-signals.ts';

const connectionsMax = 10;
/** The advisory lock of the migrator; the number is ours alone. */
const migrationLock = 7_352_936;

/** Connects and migrates the schema. */
export async function postgresStore(url: string): Promise<Store> {
  const place = withoutPassword(url);
  const toError = postgresError(place);
  const pool = openPool(url, connectionsMax);
  const connections = connectionsOf(pool);
  // So that a lease is renewed even while everything else is queued.
  const aside = connectionsOf(openPool(url, 1));
  const signals = postgresSignals(url, pool);
  const server: Server = { flavour: postgresFlavour, connections, isRace: isPostgresRace, toError };
  const database: RelationalDatabase = {
    flavour: postgresFlavour,
    place,
    isShared: true,
    look: (script) => lookOn(server, script),
    write: (script) => writeOn(server, script),
    writeAside: (script) => writeOn({ ...server, connections: aside }, script),
    commit: (group) => commitOnPostgres(server, pool, group),
    toError,
    signals,
    inspect: () => inspect(connections),
    async close() {
      await signals.close();
      await aside.close();
      await connections.close();
    },
  };
  try {
    await database.write(() => migrateAlone(place));
  } catch (error) {
    await database.close();
    throw toError(error);
  }
  return relationalStore(database);
}

function* migrateAlone(place: string): Script<void> {
  yield* ask('select pg_advisory_xact_lock(?)', migrationLock);
  yield* migrate(postgresFlavour, place);
}

async function inspect({ perform }: Connections): Promise<readonly StoreFinding[]> {
  const setting = async (name: string) => {
    const [row] = await perform({ sql: 'select current_setting(?) as value', parameters: [name] });
    // `show` returns a text.
    return row?.['value'] as string;
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
