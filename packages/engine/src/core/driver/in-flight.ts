// In flight
// The open things of one run, by the names under which the kernel cancels them.
import { LateMap, LateSet, type ActivationName, type Graph, type WaitId } from '@skein/kernel';
import { OpenCalls } from './open-calls.ts';
import type { OpenChild, OpenThings } from '../run/driven-run.ts';
import type { OpenSlot, OpenTimer, OpenWait } from '../run/open-things.ts';

export class InFlight implements OpenThings {
  readonly executions = new OpenCalls();
  readonly waits = new LateMap<WaitId, OpenWait>();
  readonly timers = new LateMap<string, OpenTimer>();
  readonly children = new LateMap<number, Map<number, OpenChild>>();
  readonly slots = new LateMap<string, OpenSlot>();
  readonly takenEvents = new LateSet<string>();
  readonly lookingWaits = new LateSet<OpenWait>();
  drivingTimers = 0;
  unsettledChildren = 0;
  waitsVersion = 0;

  get queuedSlots(): number {
    if (this.slots.size === 0) return 0;
    return [...this.slots.values()].filter(({ isGranted }) => !isGranted).length;
  }

  get isOnlyTimers(): boolean {
    if (this.drivingTimers === 0 || this.children.size > 0 || this.queuedSlots > 0) return false;
    // A function that only sleeps is a timer too.
    return [...this.executions.values()].every(
      (call) => call.type === 'execution' && call.isAtRest,
    );
  }

  addTimer(timer: OpenTimer): void {
    this.timers.set(timer.timer, timer);
    if (timer.drives) this.drivingTimers += 1;
  }

  removeTimer(timer: OpenTimer): void {
    timer.live = false;
    this.timers.delete(timer.timer);
    if (timer.drives) this.drivingTimers -= 1;
  }

  addWait(wait: OpenWait): void {
    this.waits.set(wait.effect.wait, wait);
    this.waitsVersion += 1;
  }

  removeWait(wait: OpenWait): void {
    wait.live = false;
    this.waits.delete(wait.effect.wait);
    this.waitsVersion += 1;
  }

  addChild(key: number, child: OpenChild): void {
    const siblings = this.children.get(key);
    if (siblings === undefined) this.children.set(key, new Map([[child.effect.index, child]]));
    else siblings.set(child.effect.index, child);
    this.unsettledChildren += 1;
  }

  removeChild(key: number, child: OpenChild): void {
    const siblings = this.children.get(key);
    child.live = false;
    siblings?.delete(child.effect.index);
    if (siblings?.size === 0) this.children.delete(key);
    if (!child.isSettled) this.unsettledChildren -= 1;
    this.waitsVersion += 1;
  }

  settleChild(child: OpenChild, isSettled: boolean): void {
    if (child.isSettled === isSettled) return;
    child.isSettled = isSettled;
    if (child.live) this.unsettledChildren += isSettled ? -1 : 1;
  }

  /** The run follows another version: what is open has the same names there. */
  moveTo(graph: Graph): void {
    const open = [...this.children.values()];
    this.children.clear();
    for (const siblings of open) {
      const [child] = siblings.values();
      if (child !== undefined) this.children.set(keyOf({ graph }, child.effect), siblings);
    }
  }

  /** Nothing of it counts any more: the run has ended, or this process gives it up. */
  dropAll(): void {
    for (const execution of this.executions.values()) {
      execution.live = false;
      if (execution.type === 'execution') execution.abort();
      else execution.disarm?.();
    }
    for (const wait of this.waits.values()) drop(wait);
    for (const timer of this.timers.values()) drop(timer);
    for (const siblings of this.children.values()) {
      for (const child of siblings.values()) child.live = false;
    }
    for (const slot of this.slots.values()) slot.live = false;
    this.slots.clear();
    this.executions.clear();
    this.waits.clear();
    this.timers.clear();
    this.children.clear();
  }
}

function drop(armed: OpenWait | OpenTimer): void {
  armed.live = false;
  armed.disarm?.();
}

/** What slots are named by: the run as a whole is activation 0 of no node. */
export function slotPlace({ node = '', activation = 0 }: Partial<ActivationName>): string {
  return `${activation} ${node}`;
}

/** One number for one activation of one node. */
export function keyOf(
  { graph }: { readonly graph: Graph },
  { node, activation }: ActivationName,
): number {
  return activation * graph.nodes.length + (graph.nodeById.get(node)?.index ?? 0);
}
