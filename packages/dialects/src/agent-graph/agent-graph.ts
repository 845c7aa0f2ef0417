// The dialect agent-graph
// Agents in a graph of declared edges: a model turn chooses which edge is followed, an executor runs the tools, a person takes
// over at a limit.
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import type { Dialect } from '../dialect/dialect.ts';
import { toJsonSchema } from '../shape/to-json-schema.ts';
import { agentGraphKinds, agentGraphNodeTypes } from './shape/agent-graph-nodes.ts';
import { agentGraphShape } from './shape/agent-graph-shape.ts';
import { compileAgentGraph, compileAgentGraphInParts } from './compile/compile-agent-graph.ts';
import { exportAgentGraph } from './export/export-agent-graph.ts';
import { viewAgentGraph } from './view/view-agent-graph.ts';

export const agentGraph: Dialect = {
  name: 'agent-graph',
  kinds: agentGraphKinds,
  detect: isAgentGraph,
  schema: () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...toJsonSchema(agentGraphShape),
  }),
  diagnose: (definition, options) => compileAgentGraph(definition, options).diagnostics,
  compile: compileAgentGraph,
  compileInParts: compileAgentGraphInParts,
  export: exportAgentGraph,
  view: viewAgentGraph,
};

/** Dataflow has `nodeType` too, but no entrypoint and no such types. */
function isAgentGraph(definition: JsonObject): boolean {
  if (Object.hasOwn(definition, 'entrypointNodeId')) return true;
  const nodes = ownValue(definition, 'nodes');
  const first: unknown = Array.isArray(nodes) ? nodes[0] : undefined;
  const type = isObject(first) ? ownValue(first, 'nodeType') : undefined;
  return agentGraphNodeTypes.some((known) => known === type);
}
