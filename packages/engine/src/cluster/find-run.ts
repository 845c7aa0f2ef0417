import type { RunId } from '@skein/kernel';
import { EngineError, hasEnded, type RunRecord, type StoredRun } from '@skein/ports';
import type { DrivenRun } from '../core/run/driven-run.ts';
import type { Peers } from './peers.ts';
import { readRun, readStored } from './read-run.ts';
import type { RebuildRuntime } from './rebuild-run.ts';

/** What is needed to find runs, wherever they are. */
export type FindRuntime = RebuildRuntime & Pick<Peers, 'host' | 'trees'>;

/**
 * The driver of an unfinished run, which is claimed and loaded when nobody drives it; null when the run has ended.
 * RUN_ELSEWHERE when another process drives it.
 */
export async function findDriver(runtime: FindRuntime, run: RunId): Promise<DrivenRun | null> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const known = runtime.drivers.get(run);
  if (known !== undefined) return known;
  if (runtime.endedRuns.get(run) !== undefined) return null;
  // An ended run may be long, and only its status matters here.
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return hasEnded(record) ? null : open(runtime, record);
}

/** The same for a caller who needs the run in any case: an ended run is returned in its final state, without being driven. */
export async function findRun(runtime: FindRuntime, run: RunId): Promise<DrivenRun> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const known = runtime.drivers.get(run) ?? runtime.endedRuns.get(run);
  if (known !== undefined) return known;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  if (hasEnded(stored.record)) return readStored(runtime, stored);
  return (await open(runtime, stored.record, stored)) ?? readRun(runtime, run);
}

/** Null when it has ended meanwhile. */
async function open(
  runtime: FindRuntime,
  { id: run, root = run }: RunRecord,
  stored?: StoredRun,
): Promise<DrivenRun | null> {
  if (runtime.host !== null) {
    throw new EngineError('RUN_ELSEWHERE', { run, owner: runtime.host.owner });
  }
  const elsewhere = await runtime.trees.open(root, run, stored);
  if (elsewhere !== null) throw new EngineError('RUN_ELSEWHERE', { run, owner: elsewhere.owner });
  return runtime.drivers.get(run) ?? null;
}
