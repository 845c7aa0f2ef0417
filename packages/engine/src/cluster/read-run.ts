import type { RunId } from '@skein/kernel';
import { EngineError, type StoredRun } from '@skein/ports';
import type { DrivenRun } from '../core/run/driven-run.ts';
import { endedRun } from './ended-run.ts';
import { rebuildRun, type RebuildRuntime } from './rebuild-run.ts';

/** The current run, without driving it: from memory, else from the store. */
export async function readRun(runtime: RebuildRuntime, run: RunId): Promise<DrivenRun> {
  const known = runtime.drivers.get(run) ?? (await endedRun(runtime, run));
  if (known !== undefined) return known;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return readStored(runtime, stored);
}

/** A driver that is never started, with the state of a run as it was read. */
export function readStored(runtime: RebuildRuntime, stored: StoredRun): Promise<DrivenRun> {
  return rebuildRun(runtime, stored, { isLazy: true, isRead: true });
}
