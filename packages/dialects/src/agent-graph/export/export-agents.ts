// The agents of AGENT nodes
// A node's config holds what its agent is. Nodes of one agent share one entry; where a node was edited natively, so that two of
// them no longer agree, the second becomes an agent of its own.
import { equalJson, ownValue, type Json, type JsonObject, type WorkflowNode } from '@skein/kernel';
import { configOf, objectOf, type KeptNode } from './kept-node.ts';
import type { Losses } from './losses.ts';

interface ExportedAgents {
  /** Null if no agent is described. */
  readonly agents: readonly JsonObject[] | null;
  readonly agentIdOf: (node: WorkflowNode) => string | null;
}

export function exportAgents(kept: readonly KeptNode[], losses: Losses): ExportedAgents {
  const byId = new Map<string, JsonObject>();
  const idOf = new Map<string, string>();
  for (const place of kept) {
    if (place.nodeType !== 'AGENT') continue;
    const { id, agent } = describe(place, losses);
    if (agent === null) {
      if (id !== undefined) idOf.set(place.node.id, id);
      continue;
    }
    let chosen = id ?? place.node.id;
    for (let n = 2; isOther(byId.get(chosen), agent); n++) chosen = `${id}-${n}`;
    byId.set(chosen, agent);
    idOf.set(place.node.id, chosen);
  }
  const agents = [...byId].map(([id, agent]): JsonObject => ({ id, ...agent }));
  return {
    agents: agents.length === 0 ? null : agents,
    agentIdOf: ({ id }) => idOf.get(id) ?? null,
  };
}

function isOther(before: JsonObject | undefined, agent: JsonObject): boolean {
  return before !== undefined && !equalJson(before, agent);
}

interface Described {
  readonly id: string | undefined;
  /** Null when only its id is known. */
  readonly agent: JsonObject | null;
}

function describe({ node, at }: KeptNode, losses: Losses): Described {
  if (node.type !== 'agent-graph.agent') return describeNative(node, at, losses);
  const agent = objectOf(configOf(node, 'agent'));
  const id = ownValue(agent, 'id');
  const known = typeof id === 'string' ? id : undefined;
  const tools = ownValue(agent, 'tools');
  if (tools === undefined) return { id: known, agent: null };
  return { id: known, agent: { ...describeWords(agent, 'system'), tools } };
}

function describeWords(from: JsonObject, system: string): JsonObject {
  const name = ownValue(from, 'name');
  const systemPrompt = ownValue(from, system);
  const model = ownValue(from, 'model');
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof systemPrompt === 'string' ? { systemPrompt } : {}),
    ...(typeof model === 'string' ? { model } : {}),
  };
}

const sayable: ReadonlySet<string> = new Set(['model', 'system']);

/** Native prompts are templates and native agents run a whole loop: only model and instructions carry over. */
function describeNative(
  { id, config = {}, name }: WorkflowNode,
  at: number,
  losses: Losses,
): Described {
  for (const key of Object.keys(config)) {
    if (!sayable.has(key)) losses.add(['nodes', at, 'config', key], `"${key}" of a native node`);
  }
  const system: Json | undefined = ownValue(config, 'system');
  if (typeof system === 'string' && system.includes('${'))
    losses.add(['nodes', at, 'config', 'system'], 'That references in a prompt are resolved');
  const words = describeWords(config, 'system');
  return { id, agent: { ...(name === undefined ? {} : { name }), ...words, tools: [] } };
}
