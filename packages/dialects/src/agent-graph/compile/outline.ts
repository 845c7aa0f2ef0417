import type { AgentGraphDefinition, AgentGraphEdge, AgentGraphNode } from '../read/definition.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';
import { createDerivedIds, type DerivedIds } from './derived-ids.ts';
import { knownAgents, type KnownAgents } from '../read/find-agent.ts';

/** A definition whose edges are grouped by where they leave. */
export interface Outline {
  readonly definition: AgentGraphDefinition;
  readonly isConversational: boolean;
  readonly nodeById: ReadonlyMap<string, AgentGraphNode>;
  readonly edgesFrom: ReadonlyMap<string, readonly AgentGraphEdge[]>;
  readonly agents: KnownAgents;
  /** Where a person takes over at a limit and after a failure. */
  readonly handOff: AgentGraphNode | undefined;
  readonly ids: DerivedIds;
}

export function outlineOf(
  definition: AgentGraphDefinition,
  stored: ReadonlyMap<string, StoredAgent> | undefined,
): Outline {
  const { nodes, edges = [], agents } = definition;
  return {
    definition,
    isConversational: definition.isConversational === true,
    nodeById: new Map(nodes.map((node) => [node.id, node])),
    edgesFrom: Map.groupBy(edges, ({ sourceNodeId }) => sourceNodeId),
    agents: knownAgents(agents ?? null, stored),
    handOff: nodes.find(({ nodeType }) => nodeType === 'HUMAN_HANDOFF'),
    ids: createDerivedIds(nodes.map(({ id }) => id)),
  };
}
