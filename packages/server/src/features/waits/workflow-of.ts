import type { PlainOr, RunId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { BoundedMap } from '../../values/bounded-map.ts';
import { orNull } from '../../values/or-null.ts';

export interface WorkflowOfRun {
  readonly id: string;
  readonly name: string | null;
}

/** Every open inbox polls, for hundreds of questions at once. */
const cachedMax = 10_000;
const caches = new WeakMap<Engine['runs'], BoundedMap<WorkflowOfRun>>();

/** The workflow of a run, as it was called at the start. It never changes, so it is cached. Null for an unknown run. */
export async function workflowOf(
  { runs }: Pick<Engine, 'runs'>,
  run: PlainOr<RunId>,
): Promise<WorkflowOfRun | null> {
  const cache = caches.get(runs) ?? new BoundedMap<WorkflowOfRun>(cachedMax);
  caches.set(runs, cache);
  const cached = cache.get(run);
  if (cached !== undefined) return cached;
  const record = await orNull(() => runs.record(run));
  if (record === null) return null;
  const found = { id: record.workflow.id, name: record.name ?? null };
  cache.set(run, found);
  return found;
}
