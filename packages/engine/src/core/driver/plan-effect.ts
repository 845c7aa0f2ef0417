// Planning effects
// Done while the events of a batch are applied, before their append: opens and closes the things that the kernel speaks of,
// so that the next event of the same batch already finds them so. What reaches outside is a task for later.
import type {
  ActivationName,
  CancelEffect,
  ChildEffect,
  Effect,
  EmitEffect,
  ExecuteEffect,
  SlotEffect,
  TimerEffect,
  WaitEffect,
} from '@skein/kernel';
import { Execution } from '../execution/execution.ts';
import type { OpenChild, OpenExecution } from '../run/driven-run.ts';
import { eventName } from '../run/event-name.ts';
import {
  isDriving,
  type Emission,
  type OpenSlot,
  type OpenTimer,
  type OpenWait,
} from '../run/open-things.ts';
import type { AppendBatch } from './append/append-batch.ts';
import { keyOf, slotPlace } from './in-flight.ts';
import type { PlannedRun } from './planned-run.ts';

export function planEffect(driver: PlannedRun, effect: Effect, batch: AppendBatch): void {
  switch (effect.type) {
    case 'execute':
      batch.addTask(planExecution(driver, effect));
      return;
    case 'wait':
      batch.addTask(planWait(driver, effect));
      return;
    case 'timer':
      batch.addTask(planTimer(driver, effect));
      return;
    case 'child':
      batch.addTask(planChild(driver, effect));
      return;
    case 'emit':
      batch.addTask(planEmission(driver, effect));
      return;
    case 'slot':
      batch.addTask(planSlot(driver, effect));
      return;
    case 'cancel':
      planCancel(driver, effect.what, batch);
      return;
    case 'continue':
      batch.addTask({ type: 'continue' });
      return;
    case 'finish':
      // The kernel has cancelled everything that was open, one by one.
      return;
  }
}

export function planExecution(driver: PlannedRun, effect: ExecuteEffect): OpenExecution {
  const { executions } = driver.inFlight;
  if (effect.resume) {
    const suspended = executions.get(effect);
    if (suspended?.type === 'execution') {
      if (suspended.isAway || (suspended.isSuspended && driver.rebuilder === null)) {
        suspended.effect = effect;
        return suspended;
      }
      suspended.live = false;
    }
  }
  const execution = new Execution(driver, effect);
  executions.add(execution);
  return execution;
}

function planWait(driver: PlannedRun, effect: WaitEffect): OpenWait {
  const wait = addWait(driver, effect);
  driver.changes.open(wait);
  return wait;
}

export function addWait(driver: PlannedRun, effect: WaitEffect): OpenWait {
  const event = eventName(effect.question);
  const wait: OpenWait = { type: 'wait', live: true, effect, event, takes: null, disarm: null };
  driver.inFlight.addWait(wait);
  return wait;
}

export function planTimer(
  driver: PlannedRun,
  { timer: id, at }: Pick<TimerEffect, 'timer' | 'at'>,
): OpenTimer {
  const drives = isDriving(driver.state.timers.get(id)?.purpose);
  const timer: OpenTimer = { type: 'timer', live: true, timer: id, at, drives, disarm: null };
  driver.inFlight.addTimer(timer);
  return timer;
}

export function planChild(driver: PlannedRun, effect: ChildEffect): OpenChild {
  const child: OpenChild = { type: 'child', live: true, effect, driver: null, isSettled: false };
  driver.inFlight.addChild(keyOf(driver, effect), child);
  return child;
}

export function planEmission(
  driver: PlannedRun,
  effect: EmitEffect,
  { isRepeated = false } = {},
): Emission {
  const emission: Emission = {
    type: 'emission',
    live: true,
    effect,
    isRepeated,
    isInFlight: false,
    disarm: null,
  };
  driver.inFlight.executions.add(emission);
  return emission;
}

export function planSlot(
  driver: PlannedRun,
  effect: SlotEffect,
  { isGranted = false } = {},
): OpenSlot {
  const regained = isGranted ? [] : null;
  const slot: OpenSlot = { type: 'slot', live: true, effect, isGranted, regained, work: null };
  driver.inFlight.slots.set(slotPlace(effect), slot);
  return slot;
}

function planCancel(driver: PlannedRun, what: CancelEffect['what'], batch: AppendBatch): void {
  const { inFlight } = driver;
  switch (what.kind) {
    case 'execute':
      cancelExecution(driver, what, batch);
      return;
    case 'children': {
      const key = keyOf(driver, what);
      for (const child of inFlight.children.get(key)?.values() ?? []) {
        inFlight.removeChild(key, child);
        batch.addTask({ type: 'cancel-child', child });
      }
      return;
    }
    case 'child': {
      const key = keyOf(driver, what);
      const child = inFlight.children.get(key)?.get(what.index);
      if (child === undefined) return;
      inFlight.removeChild(key, child);
      batch.addTask({ type: 'cancel-child', child });
      return;
    }
    case 'wait': {
      const wait = inFlight.waits.get(what.wait);
      if (wait === undefined) return;
      inFlight.removeWait(wait);
      driver.changes.close({ wait: what.wait, status: 'cancelled' });
      batch.addTask({ type: 'disarm', armed: wait });
      return;
    }
    case 'slot': {
      const slot = inFlight.slots.get(slotPlace(what));
      if (slot === undefined) return;
      slot.live = false;
      inFlight.slots.delete(slotPlace(what));
      batch.addTask({ type: 'free-slot', slot });
      return;
    }
    case 'timer': {
      const timer = inFlight.timers.get(what.timer);
      if (timer === undefined) return;
      inFlight.removeTimer(timer);
      batch.addTask({ type: 'disarm', armed: timer });
    }
  }
}

function cancelExecution(driver: PlannedRun, name: ActivationName, batch: AppendBatch): void {
  const execution = driver.inFlight.executions.get(name);
  if (execution === undefined) return;
  execution.live = false;
  driver.inFlight.executions.remove(name);
  if (execution.type === 'execution') batch.addTask({ type: 'abort', execution });
}
