import type { RunDriver } from '../driver/run-driver.ts';
import { callName, childName, deadlineName, timerName } from './order.ts';

/** The names of all that a run has open, as its orders call them. */
export function openNames({ underWay }: RunDriver): readonly string[] {
  const names: string[] = [];
  for (const { effect } of underWay.executions.values()) names.push(callName(effect));
  for (const timer of underWay.timers.keys()) names.push(timerName(timer));
  for (const { effect } of underWay.waits.values()) {
    if (effect.deadlineAt !== null) names.push(deadlineName(effect.wait));
  }
  for (const siblings of underWay.children.values()) {
    for (const { effect } of siblings.values()) names.push(childName(effect));
  }
  return names;
}
