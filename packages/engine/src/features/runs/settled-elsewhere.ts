import type { ChildWait } from '@skein/kernel';
import { hasEnded, type RunRecord } from '@skein/ports';
import { toldWaits } from '../../cluster/ownership/revive-runs.ts';
import { readRun } from '../../cluster/read-run.ts';
import type { RebuildRuntime } from '../../cluster/rebuild-run.ts';
import { waitsOf } from '../../core/driver/tell-parent.ts';
import { childPath } from '../../core/run/child-path.ts';
import type { RunView } from '../../core/run/driven-run.ts';
import { eventName } from '../../core/run/event-name.ts';
import { openChildEffects, waitEffect } from '../../core/run/open-effects.ts';
import { isDriving } from '../../core/run/open-things.ts';
import type { Ports } from '../../engine-ports.ts';
import { childrenByPath } from '../../state/records/children-by-path.ts';
import { eventFits } from '../events/event-fits.ts';

/**
 * Whether a run that another process drives has ended, or only people and events can continue it, as the store says. What a child
 * has done and its parent has not been told yet is in flight.
 */
export async function isSettledElsewhere(
  runtime: RebuildRuntime,
  record: RunRecord,
): Promise<boolean> {
  if (hasEnded(record)) return true;
  if (record.status !== 'waiting') return false;
  const run = await readRun(runtime, record.id);
  for (const { purpose } of run.state.timers.values()) if (isDriving(purpose)) return false;
  if (await hasEventsToTake(runtime, run)) return false;
  const children = openChildEffects(run.state);
  if (children.length === 0) return true;
  const known = await childrenByPath(runtime, record.id);
  for (const effect of children) {
    const child = known.get(childPath(effect));
    if (child === undefined || hasEnded(child)) return false;
    if (!(await isSettledElsewhere(runtime, child))) return false;
    const { state } = await readRun(runtime, child.id);
    const told = toldWaits(run, effect);
    if (told === undefined || idsOf(told) !== idsOf(waitsOf(state))) return false;
  }
  return true;
}

/** Whether something was kept for the run that one of its waits will take. */
async function hasEventsToTake(
  { store, clock }: Ports<'store' | 'clock'>,
  run: RunView,
): Promise<boolean> {
  const waits = [...run.state.waits.values()].filter(
    ({ question }) => eventName(question) !== undefined,
  );
  if (waits.length === 0) return false;
  const kept = await store.keptEvents.list(run.id);
  const at = clock.now();
  return waits.some((wait) =>
    kept.some(({ name, data = null }) => {
      if (name !== eventName(wait.question)) return false;
      // One that fails its node is taken too.
      return eventFits(run, { effect: waitEffect(run, wait) }, { data, at }) !== false;
    }),
  );
}

/** The question under an id does not change, and may be shown to a parent in short form. */
function idsOf(waits: readonly ChildWait[]): string {
  return waits.map(({ id }) => id).join();
}
