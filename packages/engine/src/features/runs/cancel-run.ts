import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { unplaced } from '../../core/run/draft.ts';
import { findDriver } from '../../cluster/find-run.ts';
import { cancelStored, type CancelRuntime } from '../../cluster/cancel-stored.ts';

/** Cancels a run of this process, or one that nobody drives; idempotent. */
export async function cancelRun(
  runtime: CancelRuntime,
  run: RunId,
  reason: string | undefined,
): Promise<void> {
  const known = await runtime.store.runs.get(run);
  if (known !== undefined && !runtime.isClosed) {
    if (await cancelStored(runtime, known, reason ?? 'The run was cancelled.')) return;
  }
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
