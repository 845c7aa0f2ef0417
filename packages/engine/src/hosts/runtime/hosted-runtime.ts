// The runtime of a hosted run
// The engine's own driver drives the run, one message after the other. What it would do outside becomes an order, except for functions
// that are called at once (Inline calls).
import type { RunId } from '@skein/kernel';
import { EndedRuns } from '../../core/driver/ended-runs.ts';
import { enactTask } from '../../core/driver/enact-task.ts';
import { Pump } from '../../core/driver/pump.ts';
import { TreeSizes } from '../../core/budgets/tree-sizes.ts';
import { activationOf } from '../../core/run/activation-of.ts';
import { CallSlots } from '../../core/run/call-slots.ts';
import { childPath } from '../../core/run/child-path.ts';
import type { DrivenRun, OpenChild, OpenExecution, Task } from '../../core/run/driven-run.ts';
import type { OpenTimer, OpenWait } from '../../core/run/open-things.ts';
import { lookForKeptEvents } from '../../features/events/send-event.ts';
import { performCommand } from '../../features/runs/perform-command.ts';
import { childRequest } from '../../features/runs/start-child.ts';
import type { Runtime } from '../../runtime.ts';
import { isLive } from '../../state/records/is-live.ts';
import { callName, childName, deadlineName, timerName, type Order } from '../messages/order.ts';
import type { Happened } from '../messages/run-message.ts';
import { budgetTree } from './budget-tree.ts';
import { capturedStore, type CapturedStore } from './captured-store.ts';
import { hostedObserver, type HostedObserver } from './hosted-observer.ts';
import { freeHosted, takeHosted } from './hosted-slots.ts';
import { InlineCalls, type InlineKind } from './inline-calls.ts';

export interface HostedRuntime extends Runtime {
  readonly store: CapturedStore;
  readonly observer: HostedObserver | null;
  /** What the message has ordered and still wants; the next one begins with none. */
  takeOrders(): readonly Order[];
  readonly order: (order: Order, source?: { readonly live: boolean }) => void;
  /** When nothing that is done at once is in flight any more. */
  quiet(): Promise<void>;
  /** The runs above that have a budget, from the parent upwards. */
  boundedAbove: readonly RunId[];
  /** The run is a child whose parent ended before it was written: nothing of it may begin. */
  readonly isOrphan: boolean;
  /** A bug that came up on the way. */
  readonly problems: unknown[];
}

export function hostedRuntime(
  base: Runtime,
  kindOf: (execution: OpenExecution) => InlineKind | null,
): HostedRuntime {
  let ordered: {
    readonly order: Order;
    readonly source: { readonly live: boolean } | undefined;
  }[] = [];
  let isOrphan = false;
  const inFlight: Promise<unknown>[] = [];
  const inline = new InlineCalls({
    kindOf,
    write: ({ id, epoch }) => runtime.store.write(id, epoch),
    isBounded: (driver) => budgetTree(driver, runtime.boundedAbove) !== undefined,
    call: (driver, execution) => enactTask(runtime, driver, execution),
  });
  const drivers: HostedRuntime['drivers'] = new Map();
  const runtime: HostedRuntime = {
    ...base,
    // What a function here has recorded is in the journal before it continues.
    store: capturedStore(base.store, {
      isAtOnce: (rows) => inline.areInFlight && rows.some(({ type }) => type === 'step.recorded'),
      // Whoever cancels the parent looks for its children after that. A child that is written later looks for the parent here, so
      // one of the two always sees the other, and nothing begins once the cancel is acknowledged.
      async onChildWritten(parent) {
        isOrphan = !(await isLive(base, parent));
      },
    }),
    get isOrphan() {
      return isOrphan;
    },
    pump: new Pump(),
    slots: new CallSlots({ executions: Number.POSITIVE_INFINITY }),
    drivers,
    treeSizes: new TreeSizes(base.ceilings, drivers),
    endedRuns: new EndedRuns(),
    observer: hostedObserver(base.observer),
    takesSnapshots: true,
    boundedAbove: [],
    problems: [],
    onProblem: (error) => runtime.problems.push(error),
    perform: (run, command) => performCommand(runtime, run, command),
    enact(driver, task) {
      if (isOrphan && begins(task)) return;
      // It will be told when it comes to rest.
      if (task.type === 'execution' && task.isAway) return;
      const begun = task.type === 'execution' && task.live ? inline.begin(driver, task) : null;
      if (begun !== null) {
        if (begun === 'begun') return;
        // Whoever waits for the message hears of it.
        begun.catch(() => {});
        inFlight.push(begun);
        return;
      }
      if (task.type === 'wait' && task.live && task.event !== undefined) {
        inFlight.push(lookForKeptEvents(runtime, driver, task));
      }
      if (task.type === 'slot' && task.live) inFlight.push(takeHosted(runtime, driver, task));
      if (task.type === 'free-slot') inFlight.push(freeHosted(runtime, driver, task.slot));
      orderTask(runtime, driver, task);
    },
    order: (order, source) => ordered.push({ order, source }),
    takeOrders() {
      const wanted = ordered.filter(({ source }) => source?.live !== false);
      ordered = [];
      inline.clear();
      return wanted.map(({ order }) => order);
    },
    quiet: () => quiet(runtime, inline, inFlight),
  };
  return runtime;
}

function begins({ type }: Task): boolean {
  return type !== 'abort' && type !== 'cancel-child' && type !== 'disarm';
}

async function quiet(
  runtime: HostedRuntime,
  inline: InlineCalls,
  inFlight: Promise<unknown>[],
): Promise<void> {
  const { store, slots, drivers } = runtime;
  const all = () => [...drivers.values()];
  const orFailed = (done: Promise<unknown>) => Promise.race([done, store.failed()]);
  while (inFlight.length > 0 || slots.load.executing > 0 || all().some(({ isBusy }) => isBusy)) {
    await orFailed(Promise.all(inFlight.splice(0)));
    if (slots.load.executing > 0) await within(inline.leftMs, orFailed(slots.rest()));
    for (const driver of slots.load.executing > 0 ? all() : []) {
      for (const again of inline.giveUp(driver)) runtime.order(callOrder(driver, again), again);
    }
    await orFailed(Promise.all(all().map((driver) => driver.written())));
    // What a function gave back is taken a few ticks after it has given its slot back.
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function within(ms: number, done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, late]).finally(() => clearTimeout(timer));
}

function orderTask(runtime: HostedRuntime, driver: DrivenRun, task: Task): void {
  switch (task.type) {
    case 'execution':
      task.isAway = task.asksTogether;
      runtime.order(callOrder(driver, task), task);
      return;
    case 'wait':
      armWait(runtime, task);
      return;
    case 'timer':
      armTimer(runtime, task);
      return;
    case 'child':
      runtime.order(childOrder(runtime, driver, task), task);
      return;
    case 'emission': {
      const { node, activation, name: event, data } = task.effect;
      const name = callName(task.effect);
      const attempt = activationOf(driver, task.effect)?.attempt ?? 1;
      const { user } = driver.origin;
      const more = {
        ...(data === undefined ? {} : { data }),
        ...(user === undefined ? {} : { user }),
      };
      runtime.order({ do: 'emit', name, node, activation, attempt, event, ...more }, task);
      return;
    }
    case 'abort':
      task.execution.abort();
      runtime.order({ do: 'stop', name: callName(task.execution.effect) });
      return;
    case 'cancel-child':
      runtime.order({ do: 'stop', name: childName(task.child.effect) });
      return;
    case 'disarm':
      task.armed.disarm?.();
      return;
    case 'slot':
    case 'free-slot':
    case 'sync-slots':
      // Asked for and given back while the message is handled (Hosted slots).
      return;
    case 'continue':
      runtime.order({ do: 'continue', message: happened({ type: 'run.continued' }) });
  }
}

function callOrder(driver: DrivenRun, { effect }: OpenExecution): Order {
  const { node, activation, attempt, nodeType } = effect;
  const timeoutMs = driver.graph.nodeById.get(node)?.timeoutMs ?? null;
  return { do: 'call', name: callName(effect), node, activation, attempt, nodeType, timeoutMs };
}

function armWait(runtime: HostedRuntime, wait: OpenWait): void {
  const { wait: id, deadlineAt } = wait.effect;
  if (deadlineAt === null) return;
  const message = happened({ type: 'wait.expired', wait: id });
  runtime.order({ do: 'arm', name: deadlineName(id), at: deadlineAt, message }, wait);
  stopsWith(runtime, wait, deadlineName(id));
}

function armTimer(runtime: HostedRuntime, timer: OpenTimer): void {
  const message = happened({ type: 'timer.fired', timer: timer.timer });
  const name = timerName(timer.timer);
  runtime.order({ do: 'arm', name, at: timer.at, message }, timer);
  stopsWith(runtime, timer, name);
}

/** What an earlier message has begun: what it armed can be disarmed by this one, and calls are under way. */
export function armAgain(runtime: HostedRuntime, task: Task): void {
  if (task.type === 'execution') task.isAway = task.asksTogether;
  if (task.type === 'timer') stopsWith(runtime, task, timerName(task.timer));
  if (task.type !== 'wait' || task.effect.deadlineAt === null) return;
  stopsWith(runtime, task, deadlineName(task.effect.wait));
}

function stopsWith(runtime: HostedRuntime, armed: OpenWait | OpenTimer, name: string): void {
  armed.disarm = () => runtime.order({ do: 'stop', name });
}

function childOrder(runtime: HostedRuntime, driver: DrivenRun, { effect }: OpenChild): Order {
  const { input, node, activation, index } = effect;
  const { origin } = driver;
  const place = { node, activation, index };
  const tree = budgetTree(driver, runtime.boundedAbove);
  return {
    do: 'child',
    name: childName(place),
    run: runtime.ids.nextRun(),
    message: {
      type: 'start-child',
      child: {
        ...childRequest(driver, effect),
        place,
        parent: { run: driver.id, path: childPath(effect) },
        root: origin.root ?? driver.id,
        ...(driver.trace === null ? {} : { trace: driver.trace }),
        ...(input === undefined ? {} : { input }),
        ...(tree === undefined ? {} : { bounded: tree.bounded }),
      },
    },
  };
}

function happened(event: Happened['event']): Happened {
  return { type: 'happened', event };
}
