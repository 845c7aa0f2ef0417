import type { Graph, GraphNode, Json, JsonObject } from '@skein/kernel';

/**
 * The agents that a node may call, as the definition has them: they run inside its activations, so a changed agent makes a
 * changed node. Undefined when it has none.
 */
export function subagentsAsWritten(graph: Graph, node: GraphNode): Json | undefined {
  return node.subagents.length === 0 ? undefined : below(graph, node, new Set([node.id]));
}

function below(graph: Graph, node: GraphNode, above: ReadonlySet<string>): Json {
  return node.subagents.map(({ to, out }): JsonObject => {
    const { name, description, config = {} } = graph.workflow.nodes[to.index] ?? {};
    return {
      out,
      node: to.id,
      type: to.type,
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      config,
      // Agents may call each other in a cycle.
      subagents: above.has(to.id) ? [] : below(graph, to, new Set([...above, to.id])),
    };
  });
}
