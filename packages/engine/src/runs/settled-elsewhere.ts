import type { RunRecord } from '@skein/ports';
import { isDriving } from '../driver/plan-effect.ts';
import { childrenByPath } from '../ownership/revive-runs.ts';
import type { Runtime } from '../runtime.ts';
import { hasEnded } from './follow-elsewhere.ts';
import { readRun } from './read-run.ts';

/** Whether a run that another process drives has ended, or only people and events can bring it on, as the store says. */
export async function isSettledElsewhere(runtime: Runtime, record: RunRecord): Promise<boolean> {
  if (hasEnded(record)) return true;
  if (record.status !== 'waiting') return false;
  const { state } = await readRun(runtime, record.id);
  for (const { purpose } of state.timers.values()) if (isDriving(purpose)) return false;
  for (const child of (await childrenByPath(runtime, record.id)).values()) {
    if (!(await isSettledElsewhere(runtime, child))) return false;
  }
  return true;
}
