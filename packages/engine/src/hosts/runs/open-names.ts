import type { DrivenRun } from '../../core/run/driven-run.ts';
import { callName, childName, deadlineName, slotName, timerName } from '../messages/order.ts';

/** The names of all that a run has open, as its orders call them. */
export function openNames({ inFlight }: DrivenRun): readonly string[] {
  const names: string[] = [];
  for (const { effect } of inFlight.executions.values()) names.push(callName(effect));
  for (const timer of inFlight.timers.keys()) names.push(timerName(timer));
  for (const { effect } of inFlight.waits.values()) {
    if (effect.deadlineAt !== null) names.push(deadlineName(effect.wait));
  }
  for (const siblings of inFlight.children.values()) {
    for (const { effect } of siblings.values()) names.push(childName(effect));
  }
  for (const [place, { isGranted }] of inFlight.slots) if (!isGranted) names.push(slotName(place));
  return names;
}
