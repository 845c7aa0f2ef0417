// One database that tools ask
// D1. A statement is a transaction of its own: it is done as a whole, or not at all.
// D2. It goes by the extended protocol, which takes one statement only: nothing in a text or a value can begin a second one, so what is
//     read only stays so.
// D3. A statement that takes too long, gives too much or is not wanted any more is cancelled at the server, and its connection is closed.
// D4. A connection that is used again has nothing of what others have set.
import type { Json } from '@skein/kernel';
import { Client, Pool, Query, types, type PoolClient } from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly Json[];
  readonly signal: AbortSignal;
}

export interface StatementLimits {
  readonly isReadOnly: boolean;
  readonly rowsMax: number;
  readonly timeoutMs: number;
}

export interface StatementResult {
  readonly rows: readonly Json[];
  /** Rows that it gave or changed. */
  readonly count: number;
}

export interface PostgresDatabase {
  perform(statement: Statement): Promise<StatementResult>;
  close(): Promise<void>;
}

const connectionsMax = 5;
const connectTimeoutMs = 10_000;
/** What the server needs to cancel and to say so. */
const graceMs = 5000;
/** Of all rows together as JSON: they are in memory, and then in the journal. */
const charactersMax = 5_000_000;

export function openDatabase(url: string, limits: StatementLimits): PostgresDatabase {
  const { timeoutMs } = limits;
  const settings = { connectionString: url, types: { getTypeParser }, keepAlive: true };
  const pool = new Pool({
    ...settings,
    max: connectionsMax,
    // Also the time in the queue, behind statements that may all take their time.
    connectionTimeoutMillis: connectTimeoutMs + timeoutMs,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is simply replaced.
  pool.on('error', () => {});
  const cancel = async (pid: number | null): Promise<void> => {
    if (pid === null) return;
    const canceller = new Client({ ...settings, connectionTimeoutMillis: connectTimeoutMs });
    canceller.on('error', () => {});
    try {
      await canceller.connect();
      await canceller.query('select pg_cancel_backend($1)', [pid]);
    } finally {
      await canceller.end();
    }
  };
  return {
    perform: async ({ text, values, signal }) => {
      signal.throwIfAborted();
      const client = await pool.connect();
      let isClean = false;
      try {
        const begin = limits.isReadOnly ? 'begin read only' : 'begin';
        await client.query(`${begin}; set local statement_timeout = ${timeoutMs}`);
        const stopped = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + graceMs)]);
        const result = await collect(client, { text, values, signal: stopped }, limits);
        await client.query('commit');
        // D4.
        await client.query('discard all');
        isClean = true;
        return result;
      } catch (error) {
        // D3. The server notices a closed connection only when the statement has ended.
        await cancel(processOf(client)).catch(() => {});
        throw error;
      } finally {
        client.release(!isClean);
      }
    },
    close: () => pool.end(),
  };
}

/** The process of the server, which the types of the driver leave out. */
function processOf(client: PoolClient): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}

/** D2. */
function collect(
  client: PoolClient,
  { text, values, signal }: Statement,
  { rowsMax }: StatementLimits,
): Promise<StatementResult> {
  const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
  const rows: Json[] = [];
  let left = charactersMax;
  // The types of the driver leave `queryMode` out.
  const asked = { text, values: [...values], queryMode: 'extended' };
  const query = new Query(asked);
  query.on('row', (row) => {
    const written = JSON.stringify(row);
    left -= written.length;
    if (rows.length === rowsMax) reject(new TooMuch(`more than ${rowsMax} rows`));
    else if (left < 0) reject(new TooMuch(`more than ${charactersMax} characters`));
    // JSON.parse gives JSON: dates and the like as JSON has them.
    else rows.push(JSON.parse(written) as Json);
  });
  query.on('end', ({ rowCount }) => resolve({ rows, count: rowCount ?? rows.length }));
  query.on('error', reject);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  client.query(query);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

/** A part of the rows would look like all of them. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';

  constructor(what: string) {
    super(`The statement gives ${what}: add a condition or a LIMIT, or ask for fewer columns.`);
  }
}

const oids = { bytea: 17, float4: 700, float8: 701, date: 1082, timestamp: 1114, interval: 1186 };

/** As JSON: days stay days, wherever the server is; times without a zone are in UTC; bytes are base64. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [oids.date, (text) => text],
  [oids.interval, (text) => text],
  [oids.timestamp, (text) => asTime(text)],
  [oids.float4, (text) => asNumber(text)],
  [oids.float8, (text) => asNumber(text)],
  [oids.bytea, (text) => Buffer.from(text.slice(2), 'hex').toString('base64')],
]);

function asTime(text: string): string {
  const time = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

function asNumber(text: string): number | string {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

const getTypeParser: typeof types.getTypeParser = (id, format) =>
  (format === 'binary' ? undefined : parsers.get(id)) ?? types.getTypeParser(id, format);
