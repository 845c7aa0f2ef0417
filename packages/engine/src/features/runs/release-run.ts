import type { RunId } from '@skein/kernel';
import { EngineError, type RunRecord } from '@skein/ports';
import type { Peers } from '../../cluster/peers.ts';
import type { RunHost } from '../../cluster/run-host.ts';
import type { Ports } from '../../engine-ports.ts';
import { listAll } from '../../state/records/list-all.ts';

/** Lets a quarantined run continue, with the whole tree that it is part of; idempotent. */
export async function releaseRun(
  runtime: Ports<'store' | 'clock'> & Pick<Peers, 'ownership' | 'host'>,
  run: RunId,
): Promise<void> {
  const { store, clock, ownership, host } = runtime;
  const record = await store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const root = record.root === undefined ? record : await store.runs.get(record.root);
  if (root?.quarantinedAt === undefined) return;
  const now = clock.now();
  if (host !== null) return releaseHosted(runtime, host, root);
  await store.runs.append(root.id, root.seq, [], { suspicion: 'cleared', wakeAt: now });
  ownership.expectWake(now);
}

/** First what it holds is made again: who asks once more because this failed finds the run still quarantined. */
async function releaseHosted(
  { store }: Ports<'store'>,
  host: RunHost,
  root: RunRecord,
): Promise<void> {
  const open = [root.id];
  for (const id of open) {
    const children = await listAll({ store }, { parent: id, isUnfinished: true });
    open.push(...children.map((child) => child.id));
    await host.release(id);
  }
  for (let tries = 1; ; tries++) {
    const { seq } = (await store.runs.get(root.id)) ?? root;
    try {
      await store.runs.append(root.id, seq, [], { suspicion: 'cleared' });
      return;
    } catch (error) {
      // It goes on already, and has written meanwhile.
      const isConflict = error instanceof EngineError && error.code === 'STORE_CONFLICT';
      if (!isConflict || tries === triesMax) throw error;
    }
  }
}

const triesMax = 20;
