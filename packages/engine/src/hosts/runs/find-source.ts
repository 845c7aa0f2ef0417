import type { NodeId } from '@skein/kernel';
import type { DrivenRun, Source } from '../../core/run/driven-run.ts';
import { keyOf } from '../../core/driver/in-flight.ts';
import { activationOf } from '../../core/run/activation-of.ts';
import type { Happened } from '../messages/run-message.ts';

/** The open thing that an event comes from; null where it needs none, undefined where that is no longer open. */
export function findSource(
  driver: DrivenRun,
  { event, attempt }: Happened,
): Source | null | undefined {
  const { inFlight } = driver;
  switch (event.type) {
    case 'node.completed':
    case 'attempt.failed':
    case 'node.failed':
    case 'node.waiting':
    case 'step.recorded': {
      const call = inFlight.executions.get(event);
      if (call === undefined)
        return event.type === 'step.recorded' ? suspended(driver, event) : call;
      return isOther(call, attempt) ? undefined : call;
    }
    case 'timer.fired':
      return inFlight.timers.get(event.timer);
    case 'wait.expired':
      return inFlight.waits.get(event.wait);
    case 'child.waiting':
    case 'child.resumed':
    case 'child.finished':
      return inFlight.children.get(keyOf(driver, event))?.get(event.index);
    case 'budget.reached': {
      const { node, activation } = event;
      if (node === undefined || activation === undefined) return null;
      const call = inFlight.executions.get({ node, activation });
      return call !== undefined && isOther(call, attempt) ? undefined : call;
    }
    case 'run.started':
    case 'run.continued':
    case 'run.cancelled':
    case 'node.retried':
    case 'run.moved':
    case 'run.resumed':
    case 'wait.answered':
    case 'budget.raised':
    case 'slot.granted':
    case 'slot.refused':
    case 'slot.superseded':
    case 'run.joined':
    case 'tree.outgrown':
      return null;
  }
}

/** It comes from an attempt that is over. */
function isOther(call: Source, attempt: number | undefined): boolean {
  return call.type === 'execution' && attempt !== undefined && call.effect.attempt !== attempt;
}

/** A function that waits for an answer may still have steps in flight beside its question. */
function suspended(
  driver: DrivenRun,
  name: { readonly node: NodeId; readonly activation: number },
): null | undefined {
  return activationOf(driver, name)?.status === 'waiting' ? null : undefined;
}
