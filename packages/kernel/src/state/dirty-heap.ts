// Held groups to try again, in the order of SPEC K29: by join in definition order, then by arrival.
import type { Activation, HeldGroup, Token } from './living.ts';
import type { RunState } from './run-state.ts';

export function pushDirty(heap: HeldGroup[], group: HeldGroup): void {
  if (group.dirty) return;
  group.dirty = true;
  insert(heap, group);
}

function insert(heap: HeldGroup[], group: HeldGroup): void {
  group.key = group.arrival;
  heap.push(group);
  let at = heap.length - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(heap[at] as HeldGroup, heap[above] as HeldGroup)) return;
    swap(heap, at, above);
    at = above;
  }
}

export function popDirty(heap: HeldGroup[]): HeldGroup | undefined {
  for (;;) {
    const group = removeFirst(heap);
    if (group === undefined) return undefined;
    if (group.key === group.arrival || group.bySlot.size === 0) {
      group.dirty = false;
      return group;
    }
    // Its oldest token left while it was in the heap, so it belongs further back.
    insert(heap, group);
  }
}

function removeFirst(heap: HeldGroup[]): HeldGroup | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined) return undefined;
  if (heap.length === 0) return first;
  heap[0] = last;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let least = at;
    if (left < heap.length && isBefore(heap[left] as HeldGroup, heap[least] as HeldGroup)) {
      least = left;
    }
    if (right < heap.length && isBefore(heap[right] as HeldGroup, heap[least] as HeldGroup)) {
      least = right;
    }
    if (least === at) return first;
    swap(heap, at, least);
    at = least;
  }
}

function isBefore(left: HeldGroup, right: HeldGroup): boolean {
  const byJoin = left.join.node.index - right.join.node.index;
  return byJoin === 0 ? left.key < right.key : byJoin < 0;
}

function swap(heap: HeldGroup[], left: number, right: number): void {
  const kept = heap[left] as HeldGroup;
  heap[left] = heap[right] as HeldGroup;
  heap[right] = kept;
}

/** Joins that waited for this thing must look again. */
export function wakeWatchers(state: RunState, thing: Activation | Token): void {
  if (thing.watchers === null) return;
  for (const group of thing.watchers) pushDirty(state.dirty, group);
  thing.watchers = null;
}
