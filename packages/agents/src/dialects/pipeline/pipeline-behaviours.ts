import type { PipelineNodeType } from '@skein/dialects';
import type { NodeBehaviour } from '@skein/ports';
import { agentStepNode } from './agent-step-node.ts';
import { stopCheckerNode } from './stop-checker-node.ts';

/** What the node types that only this dialect has do, by their full names. */
export const pipelineBehaviours: Readonly<Record<PipelineNodeType, NodeBehaviour>> = {
  'pipeline.agent': agentStepNode,
  'pipeline.stop_checker': stopCheckerNode,
};
