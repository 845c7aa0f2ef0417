// Enacting tasks
// What reaches outside, after its event is in the journal. While the engine drains nothing begins (Drain D1): whoever opens the run next
// finds it in the journal.
import type { NodeType } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import type { UnreadMessages } from '../../state/snapshots/unread-messages.ts';
import type { CallSlots } from '../run/call-slots.ts';
import { slotPlace } from './in-flight.ts';
import { unplaced, type Draft } from '../run/draft.ts';
import type { CallableType, DrivenRun, OpenChild, OpenExecution, Task } from '../run/driven-run.ts';
import type { Emission, OpenSlot, OpenTimer, OpenWait } from '../run/open-things.ts';

/** What calls of functions need of an engine. */
export interface CallRuntime extends Ports<'nodeTypes' | 'isDraining'> {
  readonly slots: CallSlots;
}

/** Takes slots across runs (Slots across runs). */
export interface SlotTaker {
  take(run: DrivenRun, slot: OpenSlot): void;
  free(run: DrivenRun, slot: OpenSlot): void;
  sync(run: DrivenRun): void;
}

/** What tasks need of an engine. */
export interface TaskRuntime extends CallRuntime, Ports<'clock'> {
  readonly shared: SlotTaker;
  readonly startChild: (parent: DrivenRun, child: OpenChild) => void;
  readonly sendEmission: (from: DrivenRun, emission: Emission) => void;
  readonly deliverKeptEvents: (run: DrivenRun, wait: OpenWait) => void;
}

export function enactTask(runtime: TaskRuntime, driver: DrivenRun, task: Task): void {
  switch (task.type) {
    case 'execution':
      if (mayBegin(runtime, driver, task)) enactExecution(runtime, driver, task);
      return;
    case 'wait':
      if (task.live) enactWait(runtime, driver, task);
      return;
    case 'timer':
      if (task.live) enactTimer(runtime, driver, task);
      return;
    case 'child':
      if (mayBegin(runtime, driver, task)) runtime.startChild(driver, task);
      return;
    case 'emission':
      if (mayBegin(runtime, driver, task)) runtime.sendEmission(driver, task);
      return;
    case 'slot':
      if (task.live) runtime.shared.take(driver, task);
      return;
    case 'free-slot':
      runtime.shared.free(driver, task.slot);
      return;
    case 'sync-slots':
      runtime.shared.sync(driver);
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
      if (!runtime.isDraining) enactContinue(driver);
  }
}

/** A cancel that waits for an append was acknowledged above already: nothing begins in between. */
function mayBegin(
  { isDraining }: Ports<'isDraining'>,
  driver: DrivenRun,
  { live }: { readonly live: boolean },
): boolean {
  return live && !isDraining && !driver.isAboutToEnd;
}

const cancelReason = 'The run that it is part of no longer needs it.';

/** At once, or when a slot is free for the run (Call slots). */
function enactExecution(runtime: CallRuntime, driver: DrivenRun, execution: OpenExecution): void {
  const lacking = driver.inFlight.slots.size === 0 ? null : lackingSlot(driver, execution);
  if (lacking !== null) {
    lacking.push(() => {
      if (mayBegin(runtime, driver, execution)) enactExecution(runtime, driver, execution);
    });
    return;
  }
  const { slots } = runtime;
  // Who works already need not queue to hear of an answer.
  if (slots.isFree || execution.hasSlot) {
    begin(runtime, driver, execution);
    return;
  }
  const { root, user = '' } = driver.origin;
  execution.queue();
  slots.wait({ user, tree: root ?? driver.id }, () => {
    execution.leaveQueue();
    if (mayBegin(runtime, driver, execution)) begin(runtime, driver, execution);
  });
}

/** What it had in another process, and has to take back before it goes on. */
function lackingSlot({ inFlight }: DrivenRun, { effect }: OpenExecution): (() => void)[] | null {
  const own = inFlight.slots.get(slotPlace(effect))?.regained ?? null;
  return own ?? inFlight.slots.get(slotPlace({}))?.regained ?? null;
}

/** Calls the function, or continues it where it was suspended. */
export function begin(runtime: CallRuntime, driver: DrivenRun, execution: OpenExecution): void {
  if (execution.isSuspended) {
    execution.resume();
    return;
  }
  if (driver.unread !== null) {
    readFirst(runtime, driver, execution, driver.unread);
    return;
  }
  if (driver.reuse?.endActivation(execution) === true) return;
  const { nodeType } = execution.effect;
  const type = runtime.nodeTypes.get(nodeType);
  if (type !== undefined && isCallable(type)) {
    execution.start(type, isGuarded(execution, type));
  } else {
    const message = `The node type "${nodeType}" is not registered, or has no function.`;
    execution.fail({ code: 'NODE_NOT_REGISTERED', message, retry: 'never' });
  }
}

function isCallable(type: NodeType): type is NodeType & CallableType {
  return type.run !== undefined;
}

/** The function may ask for a conversation. */
function readFirst(
  runtime: CallRuntime,
  driver: DrivenRun,
  execution: OpenExecution,
  unread: UnreadMessages,
): void {
  unread.read().then(
    () => {
      if (mayBegin(runtime, driver, execution)) enactExecution(runtime, driver, execution);
    },
    (error: unknown) => driver.refuse(error),
  );
}

/** Whether the call as a whole must not happen twice; a type that guards its own effects may be called again. */
function isGuarded({ effect }: OpenExecution, type: NodeType): boolean {
  if (type.guardsItself === true) return false;
  if (effect.isGuarded === true || type.effectOf?.(effect.config) === 'guarded') return true;
  if (effect.each === undefined) return false;
  return effect.each.elements.some(
    (element) =>
      'config' in element && type.effectOf?.({ ...effect.config, ...element.config }) === 'guarded',
  );
}

function enactWait(runtime: TaskRuntime, driver: DrivenRun, wait: OpenWait): void {
  driver.reuse?.answer(driver, wait);
  const { deadlineAt, wait: id } = wait.effect;
  if (deadlineAt !== null) {
    wait.disarm = runtime.clock.setTimer(deadlineAt, () => {
      driver.post({ ...unplaced, type: 'wait.expired', wait: id }, wait);
    });
  }
  if (wait.event !== undefined) runtime.deliverKeptEvents(driver, wait);
}

function enactTimer(runtime: TaskRuntime, driver: DrivenRun, timer: OpenTimer): void {
  timer.disarm = runtime.clock.setTimer(timer.at, () => {
    driver.post({ ...unplaced, type: 'timer.fired', timer: timer.timer }, timer);
  });
}

/** The kernel cut a batch short so that others advance too: the event loop comes first. */
function enactContinue(driver: DrivenRun): void {
  const draft: Draft<'run.continued'> = { ...unplaced, type: 'run.continued' };
  setImmediate(() => driver.post(draft, null));
}
