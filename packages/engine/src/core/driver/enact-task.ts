// Enacting tasks
// What reaches outside, after its event is in the journal.
import type { NodeType } from '@skein/ports';
import { reuseOf } from '../../features/replays/reuse.ts';
import type { Draft } from '../run/draft.ts';
import { unplaced } from '../run/draft.ts';
import type { Execution } from '../execution/execution.ts';
import type { OpenTimer, OpenWait, Task } from '../run/open-things.ts';
import type { UnreadMessages } from '../../state/snapshots/unread-messages.ts';
import type { RunDriver } from './run-driver.ts';

export function enactTask(driver: RunDriver, task: Task): void {
  switch (task.type) {
    case 'execution':
      if (task.live) enactExecution(driver, task);
      return;
    case 'wait':
      if (task.live) enactWait(driver, task);
      return;
    case 'timer':
      if (task.live) enactTimer(driver, task);
      return;
    case 'child':
      if (task.live) driver.runtime.startChild(driver, task);
      return;
    case 'emission':
      if (task.live) driver.runtime.sendEmission(driver, task);
      return;
    case 'abort':
      task.execution.abort();
      return;
    case 'cancel-child':
      task.child.driver?.post({ ...unplaced, type: 'run.cancelled', reason: cancelReason }, null);
      return;
    case 'disarm':
      task.armed.disarm?.();
      return;
    case 'continue':
      enactContinue(driver);
  }
}

const cancelReason = 'The run that it is part of no longer needs it.';

/** At once, or when it is the run's turn (CallSlots). */
function enactExecution(driver: RunDriver, execution: Execution): void {
  const { slots } = driver.runtime;
  if (slots.isFree) {
    begin(driver, execution);
    return;
  }
  const { root, user = '' } = driver.origin;
  slots.wait({ user, tree: root ?? driver.id }, () => {
    if (execution.live && !driver.runtime.isClosed) begin(driver, execution);
  });
}

/** Calls the function, or goes on with it where it was suspended. */
export function begin(driver: RunDriver, execution: Execution): void {
  if (execution.isSuspended) {
    execution.resume();
    return;
  }
  if (driver.unread !== null) {
    readFirst(driver, execution, driver.unread);
    return;
  }
  if (reuseOf(driver)?.endActivation(driver, execution) === true) return;
  const { nodeType } = execution.effect;
  const type = driver.runtime.nodeTypes.get(nodeType);
  if (type?.run === undefined) {
    const message = `The node type "${nodeType}" is not registered, or has no function.`;
    execution.fail({ code: 'NODE_NOT_REGISTERED', message, retry: 'never' });
  } else {
    execution.start(type.run, type.halves, isGuarded(execution, type));
  }
}

/** The function may ask for a conversation. */
function readFirst(driver: RunDriver, execution: Execution, unread: UnreadMessages): void {
  unread.read().then(
    () => {
      if (execution.live && !driver.runtime.isClosed) enactExecution(driver, execution);
    },
    (error: unknown) => driver.refuse(error),
  );
}

/** Whether the call as a whole must not happen twice; a type that guards its own effects may be called again. */
function isGuarded({ effect }: Execution, type: NodeType): boolean {
  if (type.guardsItself === true) return false;
  return effect.isGuarded === true || type.effectOf?.(effect.config) === 'guarded';
}

function enactWait(driver: RunDriver, wait: OpenWait): void {
  reuseOf(driver)?.answer(driver, wait);
  const { deadlineAt, wait: id } = wait.effect;
  if (deadlineAt !== null) {
    wait.disarm = driver.runtime.clock.setTimer(deadlineAt, () => {
      driver.post({ ...unplaced, type: 'wait.expired', wait: id }, wait);
    });
  }
  if (wait.event !== undefined) driver.runtime.deliverKeptEvents(driver, wait);
}

function enactTimer(driver: RunDriver, timer: OpenTimer): void {
  timer.disarm = driver.runtime.clock.setTimer(timer.at, () => {
    driver.post({ ...unplaced, type: 'timer.fired', timer: timer.timer }, timer);
  });
}

/** The kernel cut a batch short so that others get their turn: the event loop gets it first. */
function enactContinue(driver: RunDriver): void {
  const draft: Draft<'run.continued'> = { ...unplaced, type: 'run.continued' };
  setImmediate(() => driver.post(draft, null));
}
