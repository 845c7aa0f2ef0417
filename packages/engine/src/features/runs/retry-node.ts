import { isOver, type NodeId, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { unplaced } from '../../core/run/draft.ts';
import { findDriver, type FindRuntime } from '../../cluster/find-run.ts';
import { nodeNotFound } from '../../state/definitions/node-not-found.ts';
import { readRun } from '../../cluster/read-run.ts';
import { runJson } from './run-json.ts';

/** Another attempt of a failed node, in a run of this process. */
export async function retryNode(runtime: FindRuntime, run: RunId, node: NodeId): Promise<void> {
  const driver = (await findDriver(runtime, run)) ?? (await readRun(runtime, run));
  const { graph, state } = driver;
  const graphNode = graph.nodeById.get(node);
  if (graphNode === undefined) throw nodeNotFound(graph, node);
  if (isOver(state)) throw new EngineError('RUN_ENDED', { run, status: state.status });
  const failed = state.nodes.get(graphNode.index)?.failed ?? null;
  if (failed === null) {
    const status = runJson(driver).nodes[node]?.status ?? 'idle';
    throw new EngineError('NODE_NOT_FAILED', { run, node, status });
  }
  const { activation } = failed;
  await driver.record({ ...unplaced, type: 'node.retried', node, activation }, null);
}
