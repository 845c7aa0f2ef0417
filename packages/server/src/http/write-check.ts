import type { Clock, EngineStore } from '@skein/ports';

/** No lease has this name: it is a row to write to. */
const name = 'readiness';
const everyMs = 1000;

/** Writes something, at most once a second while that succeeds: a store that is full still answers reads. */
export function writeCheck(
  leases: EngineStore['leases'],
  clock: Pick<Clock, 'now'>,
): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (Math.abs(now - writtenAt) < everyMs) return;
    await leases.renew(name, now);
    writtenAt = now;
  };
}
