import type { RememberedStore } from '@skein/ports';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A process that was frozen for longer than this, in the middle of a step, might write what it has written again. */
const stepsKeptMs = 30 * dayMs;

const lastSweeps = new WeakMap<RememberedStore, number>();

/** Deletes what has expired or was deleted, once an hour, by those who write: what nobody writes to does not grow. */
export async function sweepRemembered(store: RememberedStore, now: number): Promise<void> {
  if (now - (lastSweeps.get(store) ?? -Infinity) < hourMs) return;
  lastSweeps.set(store, now);
  await store.sweep({ goneAt: now - dayMs, notedAt: now - stepsKeptMs });
}
