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

/** Whose function is in flight: one that asks several questions at a time may be, while the activation waits. */
export function callingActivation(batch: Batch, name: ActivationName): Activation | null {
  const running = runningActivation(batch, name);
  if (running !== null) return running;
  const activation = livingActivation(batch, name);
  const isWaiting = activation?.status === 'waiting' && activation.node.kind.asks === 'together';
  return isWaiting ? activation : null;
}
