import type { RunId } from '@skein/kernel';
import type { RunRegistry } from '../core/driver/run-registry.ts';
import type { DrivenRun } from '../core/run/driven-run.ts';
import type { Ports } from '../engine-ports.ts';

/**
 * A run that ended here and is still in memory. One that failed may have been resumed by another process on the same store: then
 * what is in memory is forgotten.
 */
export async function endedRun(
  runtime: Ports<'store' | 'sharing'> & Pick<RunRegistry, 'endedRuns'>,
  run: RunId,
): Promise<DrivenRun | undefined> {
  const driver = runtime.endedRuns.get(run);
  if (driver?.state.status !== 'failed' || runtime.sharing === null) return driver;
  const record = await runtime.store.runs.get(run);
  if (record?.seq === driver.state.seq) return driver;
  runtime.endedRuns.delete(run);
  return undefined;
}
