import type { RunError } from '../../failure.ts';
import type { Activation } from '../../state/living.ts';
import type { Batch } from '../batch/batch.ts';
import { finishRun } from './finish-run.ts';

/** Conditions of its edges failed: nothing can handle that, and taking them for false would hide it (SPEC K705). */
export function reportFailedEdges(batch: Batch, { node, n }: Activation): void {
  const { failedEdges, graph, state } = batch;
  batch.failedEdges = null;
  for (const { edge, failure } of failedEdges ?? []) {
    const { code } = failure;
    const message = `The condition of the edge "${edge}" failed: ${failure.message}`;
    const error: RunError = { code, message, node: node.id, activation: n };
    if (graph.policy.onError === 'fail') finishRun(batch, 'failed', { error });
    else state.failures.push(error);
  }
}
