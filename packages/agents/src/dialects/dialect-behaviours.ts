// Node types of the dialects
// Their kinds are declared by the dialects, which run anywhere; what they do is here, one folder for each dialect that has
// any. The names are the same on both sides: each table is a record of the dialect's own names.
import type { NodeBehaviour } from '@skein/ports';
import { agentGraphBehaviours } from './agent-graph/agent-graph-behaviours.ts';
import { dataflowBehaviours } from './dataflow/dataflow-behaviours.ts';
import { pipelineBehaviours } from './pipeline/pipeline-behaviours.ts';
import { sessionGraphBehaviours } from './session-graph/session-graph-behaviours.ts';

/** What node types that native lacks do, by their full names: `<dialect>.<type>`. */
export const dialectBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map(
  Object.entries({
    ...sessionGraphBehaviours,
    ...dataflowBehaviours,
    ...agentGraphBehaviours,
    ...pipelineBehaviours,
  }),
);
