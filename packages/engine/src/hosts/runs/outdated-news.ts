// News between a run and its children that a resume has overtaken
// They are one-way messages: what a child reported, or was told, when its parent failed may arrive after both of them were resumed.
import { openChildEffects } from '../../core/run/open-effects.ts';
import { childPath } from '../../core/run/child-path.ts';
import { readRun } from '../../cluster/read-run.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { isLive } from '../../state/records/is-live.ts';
import type { Happened } from '../messages/run-message.ts';
import type { HostedRuntime } from '../runtime/hosted-runtime.ts';

/** Whether a child that is said to have failed, or to be cancelled, has not ended that way. */
export async function isOutdatedEnd(
  { store }: HostedRuntime,
  { event, child }: Happened,
): Promise<boolean> {
  if (event.type !== 'child.finished' || event.status === 'completed') return false;
  const record = child === undefined ? undefined : await store.runs.get(child);
  return record !== undefined && record.status !== event.status;
}

/** Whether the parent of a run that it has cancelled wants it again. */
export async function isWantedAgain(runtime: HostedRuntime, run: DrivenRun): Promise<boolean> {
  const { parent } = run.origin;
  if (parent === undefined || !(await isLive(runtime, parent.run))) return false;
  const { state } = await readRun(runtime, parent.run);
  return openChildEffects(state).some((effect) => childPath(effect) === parent.path);
}
