import type { Store } from '@skein/ports';
import { remember } from '../../values/bounded-map.ts';

export interface WorkflowOfRun {
  readonly id: string;
  readonly name: string | null;
}

/** Every open inbox asks again and again, for hundreds of questions at once. */
const rememberedMax = 10_000;
const remembered = new WeakMap<Store, Map<string, WorkflowOfRun>>();

/** The workflow that a run was made from, as it was called then; that never changes, so it is read once. Null when there is no such run. */
export async function workflowOf(store: Store, run: string): Promise<WorkflowOfRun | null> {
  const known = remembered.get(store) ?? new Map<string, WorkflowOfRun>();
  remembered.set(store, known);
  const before = known.get(run);
  if (before !== undefined) return before;
  const record = await store.runs.get(run);
  if (record === undefined) return null;
  const found = { id: record.workflow.id, name: record.name ?? null };
  remember(known, { name: run, value: found, most: rememberedMax });
  return found;
}
