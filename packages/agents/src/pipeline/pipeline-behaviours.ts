import type { NodeBehaviour } from '@skein/ports';
import { agentStepNode } from './agent-step-node.ts';
import { stopCheckerNode } from './stop-checker-node.ts';

/** What the node types that only pipeline has do, by their full names. */
export const pipelineBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map([
  ['pipeline.agent', agentStepNode],
  ['pipeline.stop_checker', stopCheckerNode],
]);
