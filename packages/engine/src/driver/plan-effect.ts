// Planning effects
// Done while the events of a round are applied, before their append: opens and closes the things that the kernel speaks of,
// so that the next event of the same round already finds them so. What reaches outside is a task for later.
import {
  isObject,
  ownValue,
  type ActivationName,
  type CancelEffect,
  type ChildEffect,
  type Effect,
  type EmitEffect,
  type ExecuteEffect,
  type TimerEffect,
  type WaitEffect,
  type WaitQuestion,
} from '@skein/kernel';
import { Execution } from './execution.ts';
import type { Emission, OpenChild, OpenTimer, OpenWait } from './open-things.ts';
import type { Round } from './round.ts';
import type { RunDriver } from './run-driver.ts';
import { keyOf } from './under-way.ts';

export function planEffect(driver: RunDriver, effect: Effect, round: Round): void {
  switch (effect.type) {
    case 'execute':
      round.addTask(planExecution(driver, effect));
      return;
    case 'wait':
      round.addTask(planWait(driver, effect));
      return;
    case 'timer':
      round.addTask(planTimer(driver, effect));
      return;
    case 'child':
      round.addTask(planChild(driver, effect));
      return;
    case 'emit':
      round.addTask(planEmission(driver, effect));
      return;
    case 'cancel':
      planCancel(driver, effect.what, round);
      return;
    case 'continue':
      round.addTask({ type: 'continue' });
      return;
    case 'finish':
      // The kernel has cancelled everything that was open, one by one.
      return;
  }
}

export function planExecution(driver: RunDriver, effect: ExecuteEffect): Execution {
  const { executions } = driver.underWay;
  if (effect.resume) {
    const suspended = executions.get(effect);
    if (suspended?.type === 'execution') {
      if (suspended.isSuspended && driver.rebuilder === null) {
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

function planWait(driver: RunDriver, effect: WaitEffect): OpenWait {
  const wait = addWait(driver, effect);
  driver.changes.open(wait);
  return wait;
}

export function addWait(driver: RunDriver, effect: WaitEffect): OpenWait {
  const event = eventName(effect.question);
  const wait: OpenWait = { type: 'wait', live: true, effect, event, takes: null, disarm: null };
  driver.underWay.addWait(wait);
  return wait;
}

/** Waits for an event carry its name beside the question. */
export function eventName(question: WaitQuestion): string | undefined {
  if (question.kind !== 'event' || !isObject(question.data)) return undefined;
  const name = ownValue(question.data, 'name');
  return typeof name === 'string' ? name : undefined;
}

export function planTimer(
  driver: RunDriver,
  { timer: id, at }: Pick<TimerEffect, 'timer' | 'at'>,
): OpenTimer {
  const drives = isDriving(driver.state.timers.get(id)?.purpose);
  const timer: OpenTimer = { type: 'timer', live: true, timer: id, at, drives, disarm: null };
  driver.underWay.addTimer(timer);
  return timer;
}

/** Whether a run that has such a timer goes on by itself. */
export function isDriving(purpose: string | undefined): boolean {
  return purpose === 'delay' || purpose === 'retry';
}

export function planChild(driver: RunDriver, effect: ChildEffect): OpenChild {
  const child: OpenChild = { type: 'child', live: true, effect, driver: null, isSettled: false };
  driver.underWay.addChild(keyOf(driver, effect), child);
  return child;
}

export function planEmission(
  driver: RunDriver,
  effect: EmitEffect,
  { isRepeated = false } = {},
): Emission {
  const emission: Emission = { type: 'emission', live: true, effect, isRepeated, disarm: null };
  driver.underWay.executions.add(emission);
  return emission;
}

function planCancel(driver: RunDriver, what: CancelEffect['what'], round: Round): void {
  const { underWay } = driver;
  switch (what.kind) {
    case 'execute':
      cancelExecution(driver, what, round);
      return;
    case 'children': {
      const key = keyOf(driver, what);
      for (const child of underWay.children.get(key)?.values() ?? []) {
        underWay.removeChild(key, child);
        round.addTask({ type: 'cancel-child', child });
      }
      return;
    }
    case 'child': {
      const key = keyOf(driver, what);
      const child = underWay.children.get(key)?.get(what.index);
      if (child === undefined) return;
      underWay.removeChild(key, child);
      round.addTask({ type: 'cancel-child', child });
      return;
    }
    case 'wait': {
      const wait = underWay.waits.get(what.wait);
      if (wait === undefined) return;
      underWay.removeWait(wait);
      driver.changes.close({ wait: what.wait, status: 'cancelled' });
      round.addTask({ type: 'disarm', armed: wait });
      return;
    }
    case 'timer': {
      const timer = underWay.timers.get(what.timer);
      if (timer === undefined) return;
      underWay.removeTimer(timer);
      round.addTask({ type: 'disarm', armed: timer });
    }
  }
}

function cancelExecution(driver: RunDriver, name: ActivationName, round: Round): void {
  const execution = driver.underWay.executions.get(name);
  if (execution === undefined) return;
  execution.live = false;
  driver.underWay.executions.remove(name);
  if (execution.type === 'execution') round.addTask({ type: 'abort', execution });
}
