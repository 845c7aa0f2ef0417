import type { GraphNode } from '../graph/graph.ts';
import type { LivingStatus } from './living.ts';
import type { RunState } from './run-state.ts';

export type NodeStatus =
  | 'idle'
  | 'ready'
  | 'pending'
  | 'running'
  | 'retrying'
  | 'waiting'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled';

const URGENCY: readonly LivingStatus[] = ['waiting', 'running', 'retrying', 'pending'];

/** The most urgent of its activations: waiting, running, pending, failed, else the newest (SPEC K56). */
export function nodeStatus(state: RunState, node: GraphNode): NodeStatus {
  const found = state.nodes.get(node.index);
  if (state.gate.queuedAt.has(node.index) && !found?.alive.length) return 'ready';
  if (found === undefined) return 'idle';
  // Of most nodes nothing is alive.
  for (const status of found.alive.length === 0 ? [] : URGENCY) {
    if (found.alive.some((activation) => activation.status === status)) {
      return status as NodeStatus;
    }
  }
  if (found.failed !== null) return 'failed';
  if (found.alive.some((activation) => activation.status === 'ready')) return 'ready';
  if (found.alive.length > 0) return 'completed';
  return found.ended ?? 'idle';
}
