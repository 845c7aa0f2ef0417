import type { ChildWait } from '@skein/kernel';
import { hasEnded, type RunRecord } from '@skein/ports';
import { isDriving } from '../../core/driver/plan-effect.ts';
import { waitsOf } from '../../core/driver/tell-parent.ts';
import { childrenByPath, toldWaits } from '../../cluster/ownership/revive-runs.ts';
import type { Runtime } from '../../runtime.ts';
import { readRun } from '../../cluster/read-run.ts';
import { reopen } from '../../core/driver/reopen.ts';
import { childPath } from './start-child.ts';

/**
 * Whether a run that another process drives has ended, or only people and events can bring it on, as the store says. What a child
 * has done and its parent has not heard of yet is on its way.
 */
export async function isSettledElsewhere(runtime: Runtime, record: RunRecord): Promise<boolean> {
  if (hasEnded(record)) return true;
  if (record.status !== 'waiting') return false;
  const run = await readRun(runtime, record.id);
  for (const { purpose } of run.state.timers.values()) if (isDriving(purpose)) return false;
  const children = reopen(run).filter((task) => task.type === 'child');
  if (children.length === 0) return true;
  const known = await childrenByPath(runtime, record.id);
  for (const { effect } of children) {
    const child = known.get(childPath(effect));
    if (child === undefined || hasEnded(child)) return false;
    if (!(await isSettledElsewhere(runtime, child))) return false;
    const { state } = await readRun(runtime, child.id);
    const told = toldWaits(run, effect);
    if (told === undefined || idsOf(told) !== idsOf(waitsOf(state))) return false;
  }
  return true;
}

/** What is asked under an id does not change, and may be shown to a parent in short. */
function idsOf(waits: readonly ChildWait[]): string {
  return waits.map(({ id }) => id).join();
}
