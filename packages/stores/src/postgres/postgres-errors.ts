import { EngineError } from '@skein/ports';
import { isConnectionError } from '../relational/server-database.ts';

/** Serialisation failure, deadlock, a key that another transaction wrote first, a referenced row that is gone. */
const races = new Set(['40001', '40P01', '23505', '23503']);
const damaged = new Set(['XX001', 'XX002']);

export function isPostgresRace(error: unknown): boolean {
  return races.has(stateOf(error));
}

export function postgresError(place: string): (error: unknown) => Error {
  return (error) => {
    if (error instanceof EngineError) return error;
    const state = stateOf(error);
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    if (state === '53100') return new EngineError('STORE_FULL', { reason }, { cause: error });
    if (damaged.has(state))
      return new EngineError('STORE_CORRUPT', { place, reason }, { cause: error });
    // Connections, resources, a stopped server, lock timeouts, a transaction that was idle for too long.
    const isUnavailable =
      /^(?:08|53|57|55P03|25P03|28|3D)/.test(state) || (state === '' && isConnectionError(error));
    const code = isUnavailable ? 'STORE_UNAVAILABLE' : 'STORE_FAILED';
    return new EngineError(code, { reason }, { cause: error });
  };
}

/** The five characters of PostgreSQL's error code; empty when the error did not come from the database. */
function stateOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')
    ? code
    : '';
}
