// Children of a run that the host takes over from the store: those that are there go on or are reported, the others start.
import { isOver } from '@skein/kernel';
import type { Task } from '../../core/run/open-things.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import { childFinished } from '../../core/driver/tell-parent.ts';
import { childrenByPath, rebuild } from '../../cluster/ownership/revive-runs.ts';
import { childPath } from '../../features/runs/start-child.ts';
import { childName } from '../messages/order.ts';
import type { HostedRuntime } from '../runtime/hosted-runtime.ts';

/** Takes the tasks of children that need not be started out of the list. */
export async function relinkChildren(
  runtime: HostedRuntime,
  parent: RunDriver,
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
    const { state } = await rebuild(runtime, stored);
    if (isOver(state)) {
      parent.post(childFinished(state, child.effect), child);
      continue;
    }
    const name = childName(child.effect);
    runtime.order({ do: 'child', name, run: stored.record.id, message: { type: 'wake' } }, child);
  }
}
