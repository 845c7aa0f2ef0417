// Agents that a definition only names
import { isObject, listAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { StoredAgent } from '../../dialect/stored-agent.ts';

/** The ids of the agents that its nodes name but that it does not include. */
export function missingAgents(definition: JsonObject): readonly string[] {
  const own = new Set(objectsAt(definition, 'agents').map((agent) => ownValue(agent, 'id')));
  const named = objectsAt(definition, 'nodes').map((node) => ownValue(node, 'agentId'));
  return [...new Set(named)].filter(
    (id): id is string => typeof id === 'string' && id !== '' && !own.has(id),
  );
}

/** The definition with these agents after its own. */
export function withAgents(definition: JsonObject, agents: readonly StoredAgent[]): JsonObject {
  if (agents.length === 0) return definition;
  const own = ownValue(definition, 'agents');
  const before = Array.isArray(own) ? (own as readonly Json[]) : [];
  // What is stored is JSON.
  return { ...definition, agents: [...before, ...(agents as unknown as readonly Json[])] };
}

function objectsAt(definition: JsonObject, key: string): readonly JsonObject[] {
  return listAt(definition, key).filter((each) => isObject(each));
}
