// Whether the agents that nodes name exist, and can use their tools.
import { closestName, ownValue } from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { isAlways, type AgentGraphNode } from '../read/definition.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';
import { areAgentsGiven, findAgent, knownAgents, type KnownAgents } from '../read/find-agent.ts';
import type { Placed, ReadDefinition } from '../read/read-definition.ts';

export function checkAgents(
  read: ReadDefinition,
  stored: ReadonlyMap<string, StoredAgent> | undefined,
): readonly Finding[] {
  const known = knownAgents(read.agents?.map(({ item }) => item) ?? null, stored);
  const agents = read.nodes.filter(({ item }) => item.nodeType === 'AGENT');
  const callers = findCallers(read);
  return [
    ...agents.flatMap((node) => {
      const agent = findAgent(known, node.item);
      if (agent === undefined) return [unknownAgent(node, known)];
      const canCall = callers.has(node.item.id) || (agent.tools ?? []).length === 0;
      return canCall ? [] : [noExecutor(node, agent)];
    }),
    ...(read.agents ?? []).flatMap((agent) => checkToolNames(agent, read)),
  ];
}

/** The nodes whose tool calls are run by an executor. */
function findCallers({ typeOf, edges }: ReadDefinition): ReadonlySet<string> {
  return new Set(
    edges.flatMap(({ item }) =>
      !isAlways(item) && typeOf.get(item.targetNodeId ?? '') === 'TOOL_EXECUTOR'
        ? [item.sourceNodeId]
        : [],
    ),
  );
}

function unknownAgent({ item, at }: Placed<AgentGraphNode>, known: KnownAgents): Finding {
  const { agentId, id } = item;
  const isError = areAgentsGiven(known);
  const ids = [...(known.own?.keys() ?? []), ...known.stored.keys()];
  const meant = agentId === undefined || agentId === null ? null : closestName(agentId, ids);
  const who = agentId ? `The agent ${quotedShort(agentId)}` : 'The agent';
  return {
    path: agentId === undefined ? ['nodes', at] : ['nodes', at, 'agentId'],
    code: 'AGENT_UNKNOWN',
    severity: isError ? 'error' : 'warning',
    message: isError
      ? `${who} of the node ${quotedShort(id)} is neither in "agents" nor stored.`
      : `${who} of the node ${quotedShort(id)} is not known: it runs under the name of its node, without a prompt.`,
    hint:
      meant === null
        ? 'Add it to "agents": { "id", "name", "systemPrompt", "model", "tools" }, or store it: PUT /api/v1/agents/ID.'
        : `Did you mean ${quotedShort(meant)}?`,
  };
}

function noExecutor({ item, at }: Placed<AgentGraphNode>, { tools }: StoredAgent): Finding {
  const names = (tools ?? []).map(({ name }) => quotedShort(name)).slice(0, 5);
  return {
    path: ['nodes', at],
    code: 'EXECUTOR_MISSING',
    severity: 'error',
    message: `The agent of ${quotedShort(item.id)} has tools (${names.join(', ')}), but no CONDITIONAL edge leads from it to a TOOL_EXECUTOR.`,
    hint: 'Add a node of type "TOOL_EXECUTOR" and a CONDITIONAL edge to it, or remove the tools.',
  };
}

function checkToolNames(
  { item: { tools }, at }: Placed<StoredAgent>,
  { definition }: ReadDefinition,
): readonly Finding[] {
  const taken = new Map([['router', 'the tool with which agents choose the next node']]);
  if (ownValue(definition, 'isConversational') === true) {
    taken.set('end', 'the tool with which agents end the conversation');
  }
  return (tools ?? []).flatMap(({ name }, i): readonly Finding[] => {
    const holder = taken.get(name);
    taken.set(name, holder ?? 'another tool of this agent');
    if (holder === undefined) return [];
    return [
      {
        path: ['agents', at, 'tools', i, 'name'],
        code: 'TOOL_NAME_TAKEN',
        severity: 'warning',
        message: `The name ${quotedShort(name)} belongs to ${holder}, which shadows this tool.`,
        hint: 'Give the tool another name.',
      },
    ];
  });
}
