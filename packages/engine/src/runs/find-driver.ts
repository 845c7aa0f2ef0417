import { EngineError } from '@skein/ports';
import type { RunDriver } from '../driver/run-driver.ts';
import type { Runtime } from '../runtime.ts';
import { recoverRuns } from './recover-runs.ts';

/** The driver of an unfinished run, also of one that this process has not driven before; null when the run has ended. */
export async function findDriver(runtime: Runtime, run: string): Promise<RunDriver | null> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const known = runtime.drivers.get(run);
  if (known !== undefined) return known;
  if (runtime.endedRuns.get(run) !== undefined) return null;
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  if (record.status !== 'running' && record.status !== 'waiting') return null;
  await recoverRuns(runtime);
  return runtime.drivers.get(run) ?? null;
}
