// Apart from the dialects themselves: a page that draws definitions needs their kinds, and not what compiles them.
import { nativeKinds, type NodeKind } from '@skein/kernel';
import { agentGraphKinds } from '../agent-graph/shape/agent-graph-nodes.ts';
import { dataflowKinds } from '../dataflow/shape/dataflow-nodes.ts';
import type { DialectName } from '../dialect/dialect-name.ts';
import { pipelineKinds } from '../pipeline/shape/pipeline-kinds.ts';
import { sessionKinds } from '../session-graph/shape/session-steps.ts';

/** The node types that each dialect adds to the native ones. */
const kindsOf: Readonly<Record<DialectName, readonly NodeKind[]>> = {
  native: [],
  'session-graph': sessionKinds,
  pipeline: pipelineKinds,
  'agent-graph': agentGraphKinds,
  canvas: [],
  dataflow: dataflowKinds,
};

/** The node types that definitions of any dialect may hold, native ones included. */
export const allKinds: ReadonlyMap<string, NodeKind> = new Map([
  ...nativeKinds,
  ...Object.values(kindsOf).flatMap((kinds) => kinds.map((kind) => [kind.type, kind] as const)),
]);
