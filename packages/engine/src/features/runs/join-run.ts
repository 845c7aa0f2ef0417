// A start that becomes part of a run which has not begun (`policy.runs.debounce`)
//
// J1. Whether the run has begun is decided where it is driven, in the moment in which the start is applied: the start is part of the run, or
//     there is another run.
// J2. A start that is sent again, because its answer got lost, is the same start.
import { isObject, type Json, type RunId } from '@skein/kernel';
import { EngineError, withoutUndefined } from '@skein/ports';
import { runOnOwner, type OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import { findDriver, type FindRuntime } from '../../cluster/find-run.ts';
import type { JoiningStart } from '../../cluster/remote-command.ts';
import { checkInput, checkInputAhead } from '../../core/driver/check-input.ts';
import { lateCode, lateError } from '../../core/driver/run-errors.ts';
import { unplaced, type Draft } from '../../core/run/draft.ts';
import type { Ports } from '../../engine-ports.ts';

/** False when the run has begun meanwhile. */
export async function joinRun(
  runtime: OwnerRuntime,
  run: RunId,
  start: JoiningStart,
): Promise<boolean> {
  const outcome = await runOnOwner(runtime, run, { do: 'join', ...start });
  return isObject(outcome) && outcome['isJoined'] === true;
}

/** Takes the start where the run is driven. */
export async function takeStart(
  runtime: FindRuntime & Ports<'checkSchema' | 'checkAhead'>,
  run: RunId,
  { start, input, idempotencyKey }: JoiningStart,
): Promise<Json> {
  const driver = await findDriver(runtime, run);
  if (driver === null) return { isJoined: false };
  // It may be a run of another version.
  await checkInputAhead(runtime, driver, { input, user: driver.origin.user });
  checkInput(runtime, driver, input);
  const given = withoutUndefined({ input, idempotencyKey });
  const draft: Draft<'run.joined'> = { ...unplaced, type: 'run.joined', start, ...given };
  const isLate = () => (driver.state.quiet === null ? lateError(run) : null);
  try {
    await driver.record(draft, null, isLate);
  } catch (error) {
    if (!isTooLate(error)) throw error;
    return { isJoined: false };
  }
  return { isJoined: true };
}

function isTooLate(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === lateCode || (error instanceof EngineError && error.code === 'RUN_ENDED');
}
