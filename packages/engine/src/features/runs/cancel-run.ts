import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { unplaced } from '../../core/run/draft.ts';
import { findDriver, type FindRuntime } from '../../cluster/find-run.ts';

/** Cancels a run of this process; idempotent. */
export async function cancelRun(
  runtime: FindRuntime,
  run: RunId,
  reason: string | undefined,
): Promise<void> {
  const driver = await findDriver(runtime, run);
  if (driver === null) {
    const record = await runtime.store.runs.get(run);
    if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
    if (record.status === 'cancelled') return;
    throw new EngineError('RUN_ENDED', { run, status: record.status });
  }
  const why = reason === undefined ? {} : { reason };
  await driver.record({ ...unplaced, type: 'run.cancelled', ...why }, null);
}
