// What waits for the gate to open (SPEC K49).
import { wakeWatchers } from './dirty-heap.ts';
import type { Token } from './living.ts';
import type { QueueItem, RunState } from './run-state.ts';

export function addToQueue(state: RunState, token: Token): void {
  state.queue.push(token);
  const { index } = token.edge.to;
  const queued = state.queuedAt.get(index);
  if (queued === undefined) state.queuedAt.set(index, new Set([token]));
  else queued.add(token);
}

export function takeFromQueue(state: RunState, item: QueueItem): void {
  const at = state.queue.indexOf(item);
  if (at >= 0) state.queue.splice(at, 1);
  if (!('edge' in item)) return;
  const { index } = item.edge.to;
  const queued = state.queuedAt.get(index);
  queued?.delete(item);
  if (queued?.size === 0) state.queuedAt.delete(index);
  wakeWatchers(state, item);
}
