import { EngineError } from '@skein/ports';
import type { RunDriver } from '../driver/run-driver.ts';
import type { Runtime } from '../runtime.ts';

/**
 * The driver of an unfinished run, which is claimed and loaded when nobody drives it; null when the run has ended.
 * RUN_ELSEWHERE when another process drives it. `isOpen`: the caller has just seen that it has not ended.
 */
export async function findDriver(
  runtime: Runtime,
  run: string,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): Promise<RunDriver | null> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const known = runtime.drivers.get(run);
  if (known !== undefined) return known;
  if (runtime.endedRuns.get(run) !== undefined) return null;
  const { runs } = runtime.store;
  // What is known to be open is needed whole; an ended run may be long, and only its status counts here.
  const stored = isOpen ? await runs.load(run) : undefined;
  const record = isOpen ? stored?.record : await runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  if (record.status !== 'running' && record.status !== 'waiting') return null;
  const elsewhere = await runtime.trees.open(record.root ?? run, run, stored);
  if (elsewhere !== null) throw new EngineError('RUN_ELSEWHERE', { run, owner: elsewhere.owner });
  return runtime.drivers.get(run) ?? null;
}
