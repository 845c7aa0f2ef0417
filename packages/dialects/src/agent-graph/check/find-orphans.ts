import { ownValue } from '@skein/kernel';
import type { AgentGraphNode } from '../read/definition.ts';
import type { Placed, ReadDefinition } from '../read/read-definition.ts';

/** Nodes that cannot be reached from the entrypoint, nor from the hand-off that limits lead to. */
export function findOrphans(read: ReadDefinition): readonly Placed<AgentGraphNode>[] {
  const { definition, nodes, edges } = read;
  const next = Map.groupBy(edges, ({ item }) => item.sourceNodeId);
  const handOff = nodes.find(({ item }) => item.nodeType === 'HUMAN_HANDOFF');
  const entry = ownValue(definition, 'entrypointNodeId');
  const open = [entry, handOff?.item.id].filter((id) => typeof id === 'string');
  const reached = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { item } of next.get(id) ?? []) {
      const { targetNodeId } = item;
      if (targetNodeId === null || reached.has(targetNodeId)) continue;
      reached.add(targetNodeId);
      open.push(targetNodeId);
    }
  }
  return nodes.filter(({ item }) => !reached.has(item.id));
}
