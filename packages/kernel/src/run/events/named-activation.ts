// The activation that an event names, if it still lives (X3).
import type { ActivationName } from '../../events.ts';
import type { Activation } from '../../state/living.ts';
import { findActivation } from '../../state/node-state.ts';
import type { Batch } from '../batch/batch.ts';

export function livingActivation(batch: Batch, name: ActivationName): Activation | null {
  const node = batch.graph.nodeById.get(name.node);
  if (node === undefined) return null;
  return findActivation(batch.state.nodes.get(node.index), name.activation);
}

export function runningActivation(batch: Batch, name: ActivationName): Activation | null {
  const activation = livingActivation(batch, name);
  return activation?.status === 'running' && !activation.extra?.children ? activation : null;
}
