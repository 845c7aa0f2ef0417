import type { RunId } from '@skein/kernel';
import { hasEnded, type EngineStore } from '@skein/ports';

/** Whether the store has the run, and it has not ended. */
export async function isLive(
  { store }: { readonly store: Pick<EngineStore, 'runs'> },
  run: RunId,
): Promise<boolean> {
  const record = await store.runs.get(run);
  return record !== undefined && !hasEnded(record);
}
