// Connections to PostgreSQL
// P1. When all connections are taken, callers queue for one: a busy store is slow, not unavailable.
// P2. A connection that does not answer in time is abandoned: it may be half open, and would never answer.
//     The server does the same with one of ours that stops in the middle of a transaction, because its process is frozen or its
//     network is gone: otherwise nobody else could continue the runs that it has locked.
// P3. Whatever the server's defaults are, nothing is acknowledged before it is on disk.
import { Client, Pool, types } from 'pg';
import type { Row } from '../relational/script.ts';
import type { Connections, Perform } from '../relational/server-database.ts';
import { toDollars } from './postgres-flavour.ts';

const connectTimeoutMs = 5000;
const queueTimeoutMs = 60_000;
/** Default; the address may override it (`?query_timeout=5000`). */
const queryTimeoutMs = 30_000;
/** As long as a lease: a process that is frozen for longer has lost its runs to others. */
const stoppedMs = 10_000;

export function openPool(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    // The time in the queue (P1); connecting itself has less.
    connectionTimeoutMillis: queueTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // Statements that are sent together need not wait for each other's answers (postgres-batch.ts).
    pipeline: true,
    options: `-c synchronous_commit=on -c default_transaction_isolation=read\\ committed -c idle_in_transaction_session_timeout=${stoppedMs}`,
    types: { getTypeParser },
    Client: WatchedClient,
  });
  // An idle connection that breaks is simply replaced.
  pool.on('error', () => {});
  return pool;
}

export function connectionsOf(pool: Pool): Connections {
  const performOn =
    (place: Pick<Pool, 'query'>): Perform =>
    async ({ sql, parameters }) =>
      (await place.query(toDollars(sql), [...parameters])).rows as readonly Row[];
  return {
    perform: performOn(pool),
    async withOne(work) {
      const client = await pool.connect();
      try {
        return await work(performOn(client));
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

class WatchedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(
      typeof config === 'object'
        ? { ...config, connectionTimeoutMillis: connectTimeoutMs }
        : config,
    );
    // When a connection in use breaks, its pending query fails; nobody else needs to know.
    this.on('error', () => {});
  }

  // The driver has many call forms; each is passed on unchanged.
  override query(...given: readonly never[]): never {
    const result: unknown = super.query(...(given as unknown as [never]));
    if (result instanceof Promise) result.catch((error: unknown) => this.#look(error));
    return result as never;
  }

  #look(error: unknown): void {
    if (error instanceof Error && /timeout/i.test(error.message)) this.connection.stream.destroy();
  }
}

const bigint = 20;
const json = 114;

/** All our integers fit into a JavaScript number; JSON stays text, so that its bytes are preserved. */
const getTypeParser: typeof types.getTypeParser = (id, format) => {
  if (id === bigint) return Number;
  return id === json ? String : types.getTypeParser(id, format);
};
