// What a driver makes of errors of its store, and what it tells those whose events it cannot take.
import { isOver, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import type { RunView } from '../run/driven-run.ts';

const refusals: ReadonlySet<string> = new Set([
  'STORE_CONFLICT',
  'STORE_FENCED',
  'START_REPEATED',
  'START_PENDING',
  'TOO_LARGE',
]);

/** Not to be tried again: someone else has written to the journal, or has taken the run over. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false;
  const { code } = error;
  return refusals.has(code);
}

/** The run was never started, or another try would come to the same. */
export function isFinal(error: unknown): boolean {
  return isRepeatedStart(error) || isPendingStart(error) || isTooLarge(error);
}

/** The posted event came after something else had ended its source; callers look again at how things stand. */
export const lateCode = 'LATE';

export function lateError(run: RunId): Error {
  return Object.assign(new Error(`It came too late for the run "${run}".`), { code: lateCode });
}

/** The run was given up; an error that says more stays as it is. */
export function lostError({ id: run, origin, runtime }: LostRun, reason: unknown): EngineError {
  const text = reason instanceof Error ? reason.message : String(reason);
  const error =
    reason instanceof EngineError
      ? reason
      : new EngineError('RUN_LOST', { run, reason: text }, { cause: reason });
  const fields = { run, workflow: origin.workflow.id, code: error.code, err: error };
  // A closed engine gives up all of its runs, and a start that was refused had none.
  const isUsual = runtime.isClosed || error.code === 'ENGINE_CLOSED' || isFinal(error);
  if (!isUsual) runtime.log?.warn(fields, 'This process has given up a run.');
  return error;
}

interface LostRun extends Pick<RunView, 'id' | 'origin'> {
  readonly runtime: Ports<'isClosed' | 'log'>;
}

/** Why a run takes no event any more. */
export function goneError(
  { id: run, state }: Pick<RunView, 'id' | 'state'>,
  { isReleased, isClosed }: { readonly isReleased: boolean; readonly isClosed: boolean },
): EngineError {
  if (isOver(state)) return new EngineError('RUN_ENDED', { run, status: state.status });
  if (isClosed) return new EngineError('ENGINE_CLOSED', {});
  if (isReleased) return new EngineError('RUN_MOVED', { run });
  return new EngineError('RUN_LOST', { run, reason: 'it was given up.' });
}

/** A start with the idempotency key of an earlier one. */
export function isRepeatedStart(error: unknown): error is EngineError<'START_REPEATED'> {
  return error instanceof EngineError && error.code === 'START_REPEATED';
}

/** A start with the debounce key of a run that has not begun. */
export function isPendingStart(error: unknown): error is EngineError<'START_PENDING'> {
  return error instanceof EngineError && error.code === 'START_PENDING';
}

function isTooLarge(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'TOO_LARGE';
}
