import type { Json, RunEvent, WaitId } from '@skein/kernel';
import type { Source } from '../run/driven-run.ts';
import { keyOf, slotPlace } from './in-flight.ts';
import type { PlannedRun } from './planned-run.ts';

/** Closes what an event has ended, in the moment in which it is applied (Open things O1). */
export function settleSource(driver: PlannedRun, event: RunEvent, source: Source | null): void {
  switch (event.type) {
    case 'node.completed':
    case 'attempt.failed':
    case 'node.failed':
      if (source?.type !== 'execution' && source?.type !== 'emission') return;
      if (source.type === 'emission' && event.type === 'node.completed') {
        driver.changes.emit(source.effect);
      }
      source.live = false;
      driver.inFlight.executions.remove(source.effect);
      return;
    case 'wait.answered':
      closeWait(driver, event.wait, { status: 'answered', answer: event.answer });
      return;
    case 'wait.expired':
      closeWait(driver, event.wait, { status: 'expired' });
      return;
    case 'budget.raised':
      closeWait(driver, event.wait, { status: 'answered' });
      return;
    case 'timer.fired': {
      const timer = driver.inFlight.timers.get(event.timer);
      if (timer !== undefined) driver.inFlight.removeTimer(timer);
      return;
    }
    case 'child.finished': {
      const key = keyOf(driver, event);
      const child = driver.inFlight.children.get(key)?.get(event.index);
      if (child !== undefined) driver.inFlight.removeChild(key, child);
      return;
    }
    case 'slot.granted': {
      const slot = driver.inFlight.slots.get(slotPlace(event));
      if (slot !== undefined) slot.isGranted = true;
      return;
    }
    case 'step.recorded':
      if (event.emitted !== undefined) driver.changes.emit({ node: event.node, ...event.emitted });
      return;
    case 'run.joined':
      driver.changes.join(event);
      return;
    case 'node.waiting':
      // A call elsewhere ends with its rest. If something has come for it meanwhile, there will be another one.
      if (source?.type === 'execution' && event.open !== undefined) source.isAway = false;
      return;
    case 'child.waiting':
    case 'child.resumed':
      driver.inFlight.waitsVersion += 1;
      return;
    case 'run.started':
    case 'slot.refused':
    case 'slot.superseded':
    case 'budget.reached':
    case 'tree.outgrown':
    case 'run.continued':
    case 'run.cancelled':
    case 'node.retried':
    case 'run.moved':
    case 'run.resumed':
  }
}

function closeWait(
  driver: PlannedRun,
  id: WaitId,
  how: { readonly status: 'answered' | 'expired'; readonly answer?: Json },
): void {
  const wait = driver.inFlight.waits.get(id);
  if (wait === undefined) return;
  driver.inFlight.removeWait(wait);
  wait.disarm?.();
  driver.changes.close({ wait: id, ...how });
  if (wait.takes !== null && how.status === 'answered') driver.changes.takeKeptEvent(wait.takes);
}
