// Reopening
// Plans again what was in flight when the process of a run ended, as the tasks that begin it. Nothing of this is written: the
// store's indexes hold it already.
import { askedSlots, type Graph } from '@skein/kernel';
import type { Task } from '../run/driven-run.ts';
import { emitEffect, executeEffect, openChildEffects, waitEffect } from '../run/open-effects.ts';
import {
  addWait,
  planChild,
  planEmission,
  planExecution,
  planSlot,
  planTimer,
} from './plan-effect.ts';
import type { PlannedRun } from './planned-run.ts';

export function reopen(run: PlannedRun): Task[] {
  const { state } = run;
  const tasks: Task[] = [];
  // First: what has to be taken back holds functions back.
  if (usesSlots(run.graph)) tasks.push({ type: 'sync-slots' });
  for (const { isGranted, ...asked } of askedSlots(state)) {
    tasks.push(planSlot(run, { type: 'slot', ...asked }, { isGranted }));
  }
  for (const wait of state.waits.values()) tasks.push(addWait(run, waitEffect(run, wait)));
  for (const { id, at } of state.timers.values()) tasks.push(planTimer(run, { timer: id, at }));
  for (const { alive } of state.nodes.values()) {
    for (const activation of alive) {
      if (activation.extra?.children || activation.status !== 'running') continue;
      const { mode } = activation.node.kind;
      if (mode === 'execute') {
        const execution = planExecution(run, executeEffect(activation));
        execution.mayHaveBegun = true;
        tasks.push(execution);
      }
      if (mode === 'emit') {
        tasks.push(planEmission(run, emitEffect(activation), { isRepeated: true }));
      }
    }
  }
  for (const effect of openChildEffects(state)) tasks.push(planChild(run, effect));
  // A batch that was cut short leaves the rest on the agenda; its `continue` was not answered.
  if (state.agenda.length > 0 || state.pass.begun < state.pass.current.length) {
    tasks.push({ type: 'continue' });
  }
  return tasks;
}

function usesSlots({ runs, nodes }: Graph): boolean {
  return runs !== null || nodes.some(({ shared }) => shared !== null);
}
