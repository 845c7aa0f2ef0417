import type { AgentGraphNode } from './definition.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';

/** The agents that a node may name: those of the definition first, then the stored ones. */
export interface KnownAgents {
  /** Null when the definition has no list of its own. */
  readonly own: ReadonlyMap<string, StoredAgent> | null;
  readonly stored: ReadonlyMap<string, StoredAgent>;
}

export function knownAgents(
  own: readonly StoredAgent[] | null,
  stored: ReadonlyMap<string, StoredAgent> = new Map(),
): KnownAgents {
  if (own === null) return { own, stored };
  const byId = new Map<string, StoredAgent>();
  // Of two with one id, which is an error, the first counts.
  for (const agent of own) if (!byId.has(agent.id)) byId.set(agent.id, agent);
  return { own: byId, stored };
}

export function findAgent(
  { own, stored }: KnownAgents,
  { agentId }: AgentGraphNode,
): StoredAgent | undefined {
  if (agentId === undefined || agentId === null) return undefined;
  return own?.get(agentId) ?? stored.get(agentId);
}

/** Whether the agents are listed: a node that names another one is then an error. */
export function areAgentsGiven({ own, stored }: KnownAgents): boolean {
  return own !== null || stored.size > 0;
}
