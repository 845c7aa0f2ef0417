// Children of a run that the host takes over from the store: those that are there continue or are reported, the others start.
import { isOver } from '@skein/kernel';
import { rebuildRun } from '../../cluster/rebuild-run.ts';
import { childFinished } from '../../core/driver/tell-parent.ts';
import { childPath } from '../../core/run/child-path.ts';
import type { DrivenRun, Task } from '../../core/run/driven-run.ts';
import { childrenByPath } from '../../state/records/children-by-path.ts';
import { childName } from '../messages/order.ts';
import type { HostedRuntime } from '../runtime/hosted-runtime.ts';

/** Removes the tasks of children that need not be started from the list. */
export async function relinkChildren(
  runtime: HostedRuntime,
  parent: DrivenRun,
  tasks: Task[],
): Promise<void> {
  const open = tasks.filter((task) => task.type === 'child');
  if (open.length === 0) return;
  const known = await childrenByPath(runtime, parent.id);
  for (const child of open) {
    const record = known.get(childPath(child.effect));
    const stored = record === undefined ? undefined : await runtime.store.runs.load(record.id);
    if (stored === undefined) continue;
    tasks.splice(tasks.indexOf(child), 1);
    const { state } = await rebuildRun(runtime, stored);
    if (isOver(state)) {
      parent.post(childFinished(state, child.effect), child);
      continue;
    }
    const name = childName(child.effect);
    runtime.order({ do: 'child', name, run: stored.record.id, message: { type: 'wake' } }, child);
  }
}
