import { agentGraphNodes } from '../agent-graph/shape/agent-graph-nodes.ts';
import { canvasNodes } from '../canvas/shape/canvas-nodes.ts';
import { dataflowNodes } from '../dataflow/shape/dataflow-nodes.ts';
import type { DialectName } from '../dialect/dialect-name.ts';
import type { NodeEntry } from '../dialect/node-entry.ts';
import { nativeNodes } from '../native/nodes/native-nodes.ts';
import { pipelineSteps } from '../pipeline/shape/pipeline-shape.ts';
import { sessionSteps } from '../session-graph/shape/session-steps.ts';

/** All node types that authors can write, by dialect and type. */
export const nodeEntries: Readonly<Record<DialectName, Readonly<Record<string, NodeEntry>>>> = {
  native: nativeNodes,
  canvas: canvasNodes,
  dataflow: dataflowNodes,
  'agent-graph': agentGraphNodes,
  'session-graph': sessionSteps,
  pipeline: pipelineSteps,
};
