import type { EngineStore, RunRecord } from '@skein/ports';

/** Whether the tree that the run is part of is quarantined: rebuilding any run of it may kill whoever does. */
export async function isQuarantined(
  { store }: { readonly store: Pick<EngineStore, 'runs'> },
  record: RunRecord,
): Promise<boolean> {
  const root = record.root === undefined ? record : await store.runs.get(record.root);
  return root?.quarantinedAt !== undefined;
}
