import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Peers } from '../../cluster/peers.ts';
import type { Ports } from '../../engine-ports.ts';

/** Lets a quarantined run continue, with the whole tree that it is part of; idempotent. */
export async function releaseRun(
  { store, clock, ownership }: Ports<'store' | 'clock'> & Pick<Peers, 'ownership'>,
  run: RunId,
): Promise<void> {
  const record = await store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const root = record.root === undefined ? record : await store.runs.get(record.root);
  if (root?.quarantinedAt === undefined) return;
  const now = clock.now();
  await store.runs.append(root.id, root.seq, [], { suspicion: 'cleared', wakeAt: now });
  ownership.expectWake(now);
}
