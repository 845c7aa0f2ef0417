// What a driver makes of errors of its store, and what it tells those whose events it cannot take.
import { EngineError } from '@skein/ports';

const refusals: ReadonlySet<string> = new Set([
  'STORE_CONFLICT',
  'STORE_FENCED',
  'START_REPEATED',
  'TOO_LARGE',
]);

/** Not to be tried again: someone else has written to the journal, or has taken the run over. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false;
  const { code } = error;
  return refusals.has(code);
}

/** The run never came about, or another try would come to the same. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof EngineError && (error.code === 'START_REPEATED' || error.code === 'TOO_LARGE')
  );
}

/** The posted event came after something else had ended its source; callers look again at how things stand. */
export const lateCode = 'LATE';

export function lateError(run: string): Error {
  return Object.assign(new Error(`It came too late for the run "${run}".`), { code: lateCode });
}

export function lostError(run: string, reason: unknown): EngineError {
  const text = reason instanceof Error ? reason.message : String(reason);
  return new EngineError('RUN_LOST', { run, reason: text }, { cause: reason });
}
