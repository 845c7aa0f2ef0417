import { EngineError } from '@skein/ports';
import { isConnectionError } from '../relational/server-database.ts';

/** Duplicate key, lock wait, deadlock, foreign key violation, and MariaDB's "record has changed since last read". */
const races = new Set([1062, 1205, 1213, 1451, 1452, 1020]);
const full = new Set([1021, 1041, 1114, 3675]);
const damaged = new Set([1034, 1194, 1195, 1712]);
/** Shutdown, too many connections, access, unknown database, read-only, lost connections. */
const unavailable = new Set([
  1040, 1044, 1045, 1049, 1053, 1077, 1079, 1290, 1317, 1836, 1927, 2002, 2006, 2013,
]);

export function isMysqlRace(error: unknown): boolean {
  return races.has(numberOf(error));
}

/** A column that is never null was given null: how the guards of a batch fail. */
export function isNullRefused(error: unknown): boolean {
  return numberOf(error) === 1048;
}

export function mysqlError(place: string): (error: unknown) => Error {
  return (error) => {
    if (error instanceof EngineError) return error;
    const number = numberOf(error);
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    if (full.has(number)) return new EngineError('STORE_FULL', { reason }, { cause: error });
    if (damaged.has(number))
      return new EngineError('STORE_CORRUPT', { place, reason }, { cause: error });
    const isUnavailable = unavailable.has(number) || (number === 0 && isConnectionError(error));
    const code = isUnavailable ? 'STORE_UNAVAILABLE' : 'STORE_FAILED';
    return new EngineError(code, { reason }, { cause: error });
  };
}

/** Zero when the error did not come from the database. */
function numberOf(error: unknown): number {
  const { errno } = error as { readonly errno?: unknown };
  return typeof errno === 'number' && errno > 0 ? errno : 0;
}
