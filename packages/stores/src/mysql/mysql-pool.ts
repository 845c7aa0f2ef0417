// Connections to MySQL and MariaDB
// When a query is not answered in time, its connection is abandoned: it may be half open, and would never answer.
import { createPool, type PoolConnection, type QueryResult } from 'mysql2';
import { fromDatetime } from './mysql-time.ts';
import type { Query, Row } from '../relational/script.ts';
import type { Connections } from '../relational/server-database.ts';
import type { PerformBatch, PerformWrite } from './mysql-commit.ts';

const connectTimeoutMs = 5000;
/** Default; the address may override it (`?query_timeout=5000`). */
const queryTimeoutMs = 30_000;

/** The first statements on every connection. Strict, so that no text is truncated; without modes that change how quotes are read. */
const settings = [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  'set session transaction isolation level read committed',
  'set session innodb_lock_wait_timeout = 10',
].join(';');

export interface MysqlConnections extends Connections {
  readonly write: PerformWrite;
  readonly batch: PerformBatch;
}

export function openConnections(url: string, connectionLimit: number): MysqlConnections {
  const address = new URL(url.replace(/^mariadb:/i, 'mysql:'));
  const timeoutMs = Number(address.searchParams.get('query_timeout') ?? queryTimeoutMs);
  address.searchParams.delete('query_timeout');
  const pool = createPool({
    uri: address.toString(),
    connectionLimit,
    connectTimeout: connectTimeoutMs,
    enableKeepAlive: true,
    charset: 'utf8mb4',
    // A batch is one text. Every text is a constant of this package; values are escaped by the driver.
    multipleStatements: true,
    // Without it the driver generates its parsers from strings.
    disableEval: true,
    supportBigNumbers: true,
    typeCast: (field, next) => {
      // JSON stays text, so that its bytes are preserved.
      if (field.type === 'JSON') return field.string('utf8');
      if (field.type !== 'DATETIME') return next();
      const text = field.string();
      return text === null ? null : fromDatetime(text);
    },
  });
  const take = () =>
    new Promise<PoolConnection>((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error === null) resolve(connection);
        else reject(error);
      });
    });
  const known = new WeakSet<PoolConnection>();
  const withWatched = async <T>(work: (watched: WatchedConnection) => Promise<T>): Promise<T> => {
    const connection = await take();
    const watched = new WatchedConnection(connection, timeoutMs);
    try {
      if (!known.has(connection)) {
        await watched.perform({ sql: settings, parameters: [] });
        known.add(connection);
      }
      return await work(watched);
    } finally {
      watched.release();
    }
  };
  return {
    withOne: (work) => withWatched(({ perform }) => work(perform)),
    perform: (query) => withWatched(({ perform }) => perform(query)),
    write: (query) => withWatched(({ write }) => write(query)),
    batch: (queries) => withWatched(({ batch }) => batch(queries)),
    close: () => pool.promise().end(),
  };
}

class WatchedConnection {
  readonly #connection: PoolConnection;
  readonly #timeoutMs: number;
  #isGone = false;

  constructor(connection: PoolConnection, timeoutMs: number) {
    this.#connection = connection;
    this.#timeoutMs = timeoutMs;
  }

  // A result that is not a list says how many rows were changed.
  readonly perform = async (query: Query): Promise<readonly Row[]> => {
    const result = await this.#ask(query);
    // The driver gives lists of rows as objects.
    return Array.isArray(result) ? (result as readonly Row[]) : [];
  };

  readonly write = async (query: Query): Promise<number> => {
    const result = await this.#ask(query);
    return 'affectedRows' in result ? result.affectedRows : 0;
  };

  readonly batch = async (queries: readonly Query[]): Promise<void> => {
    const sql = ['begin', ...queries.map((query) => query.sql), 'commit'].join(';');
    try {
      await this.#ask({ sql, parameters: queries.flatMap(({ parameters }) => parameters) });
    } catch (error) {
      // The statements after the one that failed were not performed, the commit neither.
      if (!this.#isGone) await this.#ask({ sql: 'rollback', parameters: [] }).catch(() => {});
      throw error;
    }
  };

  #ask({ sql, parameters }: Query): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#isGone = true;
        this.#connection.destroy();
        reject(new Error(`The connection gave no answer for ${this.#timeoutMs} ms: timeout.`));
      }, this.#timeoutMs);
      this.#connection.query(sql, [...parameters], (error, result) => {
        clearTimeout(timer);
        if (error !== null) reject(error);
        else resolve(result);
      });
    });
  }

  release(): void {
    if (!this.#isGone) this.#connection.release();
  }
}
