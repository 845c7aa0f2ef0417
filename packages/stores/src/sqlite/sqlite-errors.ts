import { EngineError } from '@skein/ports';

const full = 13;
const damaged = new Set([11, 26]);
const cannotOpen = 14;
/** Busy, locked, read-only, interrupted, I/O error. */
const unavailable = new Set([5, 6, 8, 9, 10]);

const duplicates = new Set([1555, 2067]);

/** Whether an insert failed because its key, or an entry of a unique index, existed. */
export function isDuplicate(error: unknown): boolean {
  return duplicates.has((error as { readonly errcode?: number }).errcode ?? 0);
}

/** Whether somebody else has the lock. */
export function isBusy(error: unknown): boolean {
  return (error as { readonly errcode?: unknown }).errcode === 5;
}

/** What `node:sqlite` throws, as an error with a code. The low byte of its number is the kind. */
export function sqliteError(file: string): (error: unknown) => Error {
  return (error) => {
    const { errcode } = error as { readonly errcode?: unknown };
    if (error instanceof EngineError) return error;
    if (typeof errcode !== 'number') {
      const isClosed = error instanceof Error && /database is not open/.test(error.message);
      const reason = isClosed ? 'the store was closed.' : String(error);
      return new EngineError(
        isClosed ? 'STORE_UNAVAILABLE' : 'STORE_FAILED',
        { reason },
        { cause: error },
      );
    }
    const reason = `${file}: ${(error as Error).message}`;
    const kind = errcode & 0xff;
    if (kind === full) return new EngineError('STORE_FULL', { reason }, { cause: error });
    if (damaged.has(kind)) {
      const message = (error as Error).message;
      return new EngineError('STORE_CORRUPT', { place: file, reason: message }, { cause: error });
    }
    if (kind === cannotOpen) {
      const hint = 'Check that its folder exists, and that this user may read and write there.';
      return new EngineError('STORE_UNAVAILABLE', { reason }, { cause: error, hint });
    }
    const code = unavailable.has(kind) ? 'STORE_UNAVAILABLE' : 'STORE_FAILED';
    return new EngineError(code, { reason }, { cause: error });
  };
}
