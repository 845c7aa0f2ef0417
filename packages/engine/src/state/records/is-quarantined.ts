import type { RunRecord } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';

/** Whether the tree that the run is part of is quarantined: rebuilding any run of it may kill whoever does. */
export async function isQuarantined(
  { store }: Ports<'store'>,
  record: RunRecord,
): Promise<boolean> {
  const root = record.root === undefined ? record : await store.runs.get(record.root);
  return root?.quarantinedAt !== undefined;
}
