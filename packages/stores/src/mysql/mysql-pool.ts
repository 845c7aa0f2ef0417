// Connections to MySQL and MariaDB
// A query that is not answered in time is given up with its connection: that is perhaps half open, and would never answer.
import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import { createPool } from 'mysql2';

const connectTimeoutMs = 5000;
/** Default; the address may say otherwise (`?query_timeout=5000`). */
const queryTimeoutMs = 30_000;

export function openPool(url: string, connectionLimit: number): MysqlPool {
  const address = new URL(url.replace(/^mariadb:/i, 'mysql:'));
  const timeoutMs = Number(address.searchParams.get('query_timeout') ?? queryTimeoutMs);
  address.searchParams.delete('query_timeout');
  const pool = createPool({
    uri: address.toString(),
    connectionLimit,
    connectTimeout: connectTimeoutMs,
    enableKeepAlive: true,
    charset: 'utf8mb4',
    // Without it the driver makes its parsers from strings.
    disableEval: true,
    supportBigNumbers: true,
    // JSON stays text, so that its bytes do.
    typeCast: (field, next) => (field.type === 'JSON' ? field.string('utf8') : next()),
  });
  const watched = new WeakMap<object, MysqlPoolConnection>();
  return {
    getConnection(callback) {
      pool.getConnection((error, connection) => {
        if (error !== null) {
          callback(error, undefined as never);
          return;
        }
        const known = watched.get(connection) ?? watch(connection, timeoutMs);
        watched.set(connection, known);
        callback(null, known);
      });
    },
    end: (callback) => pool.end(callback),
  };
}

/** The same object to Kysely each time, which sets up a connection that it sees for the first time. */
function watch(given: object, timeoutMs: number): MysqlPoolConnection {
  // What the pool gives has all of it; the types of the driver only say it in more ways.
  const connection = given as MysqlPoolConnection;
  let isGiven = true;
  const query = (sql: string, parameters: readonly unknown[], done: (...told: never[]) => void) => {
    let isOver = false;
    const once = (error: unknown, result: unknown) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      done(error as never, result as never);
    };
    const timer = setTimeout(() => {
      isGiven = false;
      connection.destroy();
      const message = `The connection gave no answer for ${timeoutMs} ms: timeout.`;
      once(new Error(message), undefined);
    }, timeoutMs);
    return connection.query(sql, parameters as never, once as never);
  };
  return {
    config: connection.config,
    threadId: connection.threadId,
    connect: (done) => connection.connect(done),
    destroy: () => connection.destroy(),
    query: query as unknown as MysqlPoolConnection['query'],
    release() {
      if (isGiven) connection.release();
    },
  };
}
