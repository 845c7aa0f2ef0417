import type { RunId } from '@skein/kernel';
import { EngineError, hasEnded, type RunRecord, type StoredRun } from '@skein/ports';
import type { DrivenRun } from '../core/run/driven-run.ts';
import type { Elsewhere, Peers } from './peers.ts';
import { endedRun } from './ended-run.ts';
import { readRun, readStored } from './read-run.ts';
import type { RebuildRuntime } from './rebuild-run.ts';

/** What is needed to find runs, wherever they are. */
export type FindRuntime = RebuildRuntime & Pick<Peers, 'host' | 'trees'>;

/**
 * The driver of an unfinished run, which is claimed and loaded when nobody drives it; null when the run has ended.
 * RUN_ELSEWHERE when another process drives it.
 */
export async function findDriver(runtime: FindRuntime, run: RunId): Promise<DrivenRun | null> {
  return here(run, await locateDriver(runtime, run));
}

/** The same for a caller who needs the run in any case: an ended run is returned in its final state, without being driven. */
export async function findRun(runtime: FindRuntime, run: RunId): Promise<DrivenRun> {
  return here(run, await locateRun(runtime, run));
}

/** The same for a caller who can wait while another process drives it. */
export async function locateDriver(
  runtime: FindRuntime,
  run: RunId,
): Promise<DrivenRun | Elsewhere | null> {
  const known = knownDriver(runtime, run);
  if (known !== undefined) return known;
  if ((await endedRun(runtime, run)) !== undefined) return null;
  // An ended run may be long, and only its status matters here.
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return hasEnded(record) ? null : open(runtime, record);
}

export async function locateRun(runtime: FindRuntime, run: RunId): Promise<DrivenRun | Elsewhere> {
  const known = knownDriver(runtime, run) ?? (await endedRun(runtime, run));
  if (known !== undefined) return known;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  if (hasEnded(stored.record)) return readStored(runtime, stored);
  return (await open(runtime, stored.record, stored)) ?? readRun(runtime, run);
}

/** The driver of a run that this process drives, without a wait: most callers ask for one of those. */
export function knownDriver(
  { isClosed, drivers }: Pick<FindRuntime, 'isClosed' | 'drivers'>,
  run: RunId,
): DrivenRun | undefined {
  if (isClosed) throw new EngineError('ENGINE_CLOSED', {});
  return drivers.get(run);
}

/** Another process drives it: nothing of it is here. */
export function isAway(found: DrivenRun | Elsewhere | null): found is Elsewhere {
  return found !== null && 'until' in found;
}

function here<T extends DrivenRun | null>(run: RunId, found: T | Elsewhere): T {
  if (isAway(found)) throw new EngineError('RUN_ELSEWHERE', { run, owner: found.owner });
  return found;
}

/** Null when it has ended meanwhile. */
async function open(
  runtime: FindRuntime,
  { id: run, root = run }: RunRecord,
  stored?: StoredRun,
): Promise<DrivenRun | Elsewhere | null> {
  // A host drives its runs whichever process asks for them.
  if (runtime.host !== null) return { owner: runtime.host.owner, until: Infinity };
  return (await runtime.trees.open(root, run, stored)) ?? runtime.drivers.get(run) ?? null;
}
