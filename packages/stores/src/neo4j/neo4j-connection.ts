// The connection to Neo4j
// N1. A check of a property only counts under a lock of its node: reads are committed, not repeatable. So whatever is
//     compared and then set is first written to (`_lock`), in the same statement.
// N3. This process reads its own commits: a read waits for the commits before it (bookmarks). Without that the
//     server may answer with the state just before a commit that it has acknowledged, while others are in flight.
// N2. Numbers travel as floats in both directions; nothing here is larger than what floats hold exactly.
import { EngineError } from '@skein/ports';
import { auth, bookmarkManager, driver, type Driver, type ManagedTransaction } from 'neo4j-driver';
import { withoutPassword } from '../values/without-password.ts';

const connectTimeoutMs = 5000;
const retryTimeMs = 5000;
const triesMax = 8;

export type GraphRow = Readonly<Record<string, unknown>>;
export type Parameters = Readonly<Record<string, unknown>>;
export type Ask = (cypher: string, parameters?: Parameters) => Promise<readonly GraphRow[]>;

export class Neo4jConnection {
  readonly place: string;
  readonly #driver: Driver;
  readonly #bookmarks = bookmarkManager();

  constructor(url: string) {
    this.place = withoutPassword(url);
    const address = new URL(url);
    const { username, password } = address;
    const token =
      username === ''
        ? undefined
        : auth.basic(decodeURIComponent(username), decodeURIComponent(password));
    address.username = '';
    address.password = '';
    this.#driver = driver(address.toString(), token, {
      disableLosslessIntegers: true,
      connectionTimeout: connectTimeoutMs,
      connectionAcquisitionTimeout: 2 * connectTimeoutMs,
      maxTransactionRetryTime: retryTimeMs,
    });
  }

  readonly read: Ask = async (cypher, parameters = {}) => {
    const session = this.#driver.session({
      defaultAccessMode: 'READ',
      bookmarkManager: this.#bookmarks,
    });
    try {
      const { records } = await session.run(cypher, parameters);
      return records.map((record) => record.toObject());
    } finally {
      await session.close();
    }
  };

  /** One transaction, all or nothing; retried when it lost to another one. */
  async write<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const session = this.#driver.session({ bookmarkManager: this.#bookmarks });
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await session.executeWrite((transaction) => work(askIn(transaction)));
        } catch (error) {
          if (!isRace(error)) throw error;
          if (tries === triesMax) throw tooBusy(error);
        }
      }
    } finally {
      await session.close();
    }
  }

  async version(): Promise<string> {
    const { agent } = await this.#driver.getServerInfo();
    return agent ?? 'unknown';
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}

function askIn(transaction: ManagedTransaction): Ask {
  return async (cypher, parameters = {}) => {
    const { records } = await transaction.run(cypher, parameters);
    return records.map((record) => record.toObject());
  };
}

/** A key that another transaction wrote first; the driver retries deadlocks. */
function isRace(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'Neo.ClientError.Schema.ConstraintValidationFailed';
}

function tooBusy(cause: unknown): EngineError {
  const reason = 'other transactions were in the way, again and again.';
  return new EngineError('STORE_UNAVAILABLE', { reason }, { cause });
}

export function neo4jError(error: unknown): Error {
  if (error instanceof EngineError) return error;
  const { code } = error as { readonly code?: unknown };
  const reason = error instanceof Error ? error.message || String(error) : String(error);
  const name = typeof code === 'string' ? code : '';
  if (/DiskSpace|OutOfDisk/i.test(name))
    return new EngineError('STORE_FULL', { reason }, { cause: error });
  const isUnavailable =
    /^(?:ServiceUnavailable|SessionExpired|Neo\.TransientError|Neo\.ClientError\.Security)/.test(
      name,
    ) || /closed|connection|acquisition timed out/i.test(reason);
  return new EngineError(
    isUnavailable ? 'STORE_UNAVAILABLE' : 'STORE_FAILED',
    { reason },
    { cause: error },
  );
}
