// An agent-graph definition in native form
// Each node keeps its id, each edge its id, ends and order. What the dialect says without drawing it becomes derived: the end of
// the run, the wait for the user's next message, another turn after a wrong choice, the return to the agent that called,
// and the ways out of a hand-off.
//
// T1. One token: every node is followed by one node, so at any time one node is active.
// T2. No edge starts a loop round: the conversation is the only memory, and rounds would grow with it.
import {
  escapeTemplate,
  type Json,
  type JsonObject,
  type Policy,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import {
  END,
  isAlways,
  nameOf,
  type AgentGraphDefinition,
  type AgentGraphEdge,
  type AgentGraphNode,
} from '../read/definition.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';
import { derivedEdges, failureEdges } from './derived-edges.ts';
import { agentGraphNodes, type AgentGraphNodeType } from '../shape/agent-graph-nodes.ts';
import { findAgent } from '../read/find-agent.ts';
import { outlineOf, type Outline } from './outline.ts';

export const defaultPolicy = {
  maxSteps: 15,
  timeoutMs: 90_000,
  maxRepeats: 3,
  countsFrom: 'answer',
} as const satisfies Policy;

export function toWorkflow(
  definition: AgentGraphDefinition,
  stored?: ReadonlyMap<string, StoredAgent>,
): Workflow {
  const outline = outlineOf(definition, stored);
  const { nodes, edges = [], id, name, description } = definition;
  const own = nodes.map((node) => toNode(outline, node));
  const derived = derivedNodes(outline);
  return {
    skein: 1,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined || description === null ? {} : { description }),
    entry: [definition.entrypointNodeId],
    policy: toPolicy(outline),
    nodes: [...own, ...derived],
    edges: [
      ...edges.map((edge) => toEdge(outline, edge)),
      ...derivedEdges(outline),
      ...failureEdges(outline),
    ],
  };
}

function toPolicy({ definition: { policy }, handOff }: Outline): Policy {
  return {
    ...defaultPolicy,
    ...(handOff === undefined ? {} : { onLimit: handOff.id }),
    ...policy,
  };
}

function toNode(outline: Outline, node: AgentGraphNode): WorkflowNode {
  const { id, nodeType } = node;
  const name = node.nodeName === undefined || node.nodeName === null ? {} : { name: node.nodeName };
  const { kind: type } = agentGraphNodes[nodeType];
  return { id, ...name, join: 'once', type, config: configs[nodeType](outline, node) };
}

const configs: Readonly<
  Record<AgentGraphNodeType, (outline: Outline, node: AgentGraphNode) => JsonObject>
> = { AGENT: agentConfig, TOOL_EXECUTOR: executorConfig, HUMAN_HANDOFF: handOffConfig };

/** The run's input, or an empty text when there is none. */
const runInput = '${trigger|}';

function agentConfig(outline: Outline, node: AgentGraphNode): JsonObject {
  const executor = executorValue(outline, node.id);
  return {
    agent: describeAgent(node, findAgent(outline.agents, node)),
    ...(outline.isConversational ? { conversational: true } : {}),
    routes: choicesOf(outline, node.id).map(({ value }) => value),
    ...(executor === undefined ? {} : { executor }),
    ...(hasAlways(outline, node.id) ? { always: true } : {}),
    ...handOffSetting(outline),
    input: runInput,
  };
}

/** Whether a person takes over from it. */
function handOffSetting({ handOff }: Outline): JsonObject {
  return handOff === undefined ? {} : { handOff: true };
}

/** Without `tools` the agent is not described: it may then call every tool that the host offers. */
function describeAgent({ agentId }: AgentGraphNode, agent: StoredAgent | undefined): JsonObject {
  const id = agentId === undefined || agentId === null ? {} : { id: agentId };
  if (agent === undefined) return id;
  const { name, systemPrompt, model, tools } = agent;
  return {
    ...id,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof systemPrompt === 'string' ? { system: systemPrompt } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    tools: (tools ?? []).map((tool): JsonObject => {
      const { description, parameters } = tool;
      return {
        name: tool.name,
        ...(typeof description === 'string' ? { description } : {}),
        ...(parameters ? { parameters } : {}),
      };
    }),
  };
}

function executorConfig(outline: Outline, { id }: AgentGraphNode): JsonObject {
  const tools = conditional(outline, id).map(({ conditionValue }) => conditionValue ?? '');
  return { routes: tools, ...(hasAlways(outline, id) ? { always: true } : {}) };
}

/** A person chooses among the edges of the agent that was interrupted, else among all nodes but executors. */
function handOffConfig(outline: Outline, { id }: AgentGraphNode): JsonObject {
  const { nodes, entrypointNodeId } = outline.definition;
  const agents = nodes.filter(({ nodeType }) => nodeType === 'AGENT');
  return {
    entry: entrypointNodeId,
    agents: agents.map((agent): JsonObject => ({
      id: agent.id,
      routes: choicesOf(outline, agent.id),
    })),
    nodes: nodes
      .filter(({ nodeType }) => nodeType !== 'TOOL_EXECUTOR')
      .map((node): JsonObject => ({ id: node.id, name: nameOf(node) })),
    routes: choicesOf(outline, id),
    ...(hasAlways(outline, id) ? { always: true } : {}),
    input: runInput,
  };
}

/** What an agent may set as next: the values of its CONDITIONAL edges, without those that lead to an executor. */
function choicesOf(
  outline: Outline,
  id: string,
): readonly { readonly value: string; readonly to: string | null }[] {
  return conditional(outline, id)
    .filter((edge) => !leadsToExecutor(outline, edge))
    .map(({ conditionValue, targetNodeId }) => ({ value: conditionValue ?? '', to: targetNodeId }));
}

function conditional({ edgesFrom }: Outline, id: string): readonly AgentGraphEdge[] {
  return (edgesFrom.get(id) ?? []).filter((edge) => !isAlways(edge));
}

function hasAlways({ edgesFrom }: Outline, id: string): boolean {
  return (edgesFrom.get(id) ?? []).some(isAlways);
}

/** The value of the edge that ordinary tool calls take; of several the first. */
function executorValue(outline: Outline, id: string): string | undefined {
  const edge = conditional(outline, id).find((each) => leadsToExecutor(outline, each));
  return edge?.conditionValue ?? undefined;
}

function leadsToExecutor({ nodeById }: Outline, { targetNodeId }: AgentGraphEdge): boolean {
  return nodeById.get(targetNodeId ?? '')?.nodeType === 'TOOL_EXECUTOR';
}

function toEdge({ ids, nodeById }: Outline, edge: AgentGraphEdge): WorkflowEdge {
  const { id, sourceNodeId, targetNodeId, conditionValue } = edge;
  const isHandOff = nodeById.get(targetNodeId ?? '')?.nodeType === 'HUMAN_HANDOFF';
  return {
    ...(id === undefined ? {} : { id }),
    from: sourceNodeId,
    out: isAlways(edge) ? 'always' : 'route',
    to: targetNodeId ?? ids.end,
    // A hand-off that a limit leads to finds its token in the port `input`.
    ...(isHandOff ? { in: 'edge' } : {}),
    ...(isAlways(edge) ? {} : { when: routeIs(conditionValue ?? END) }),
    loop: false,
  };
}

/** The condition of a CONDITIONAL edge. */
export function routeIs(value: string): Json {
  return { left: '${previous.route}', op: 'eq', right: escapeTemplate(value) };
}

function derivedNodes(outline: Outline): readonly WorkflowNode[] {
  const { definition, ids, isConversational } = outline;
  const end: WorkflowNode = {
    id: ids.end,
    name: END,
    type: 'end',
    join: 'once',
    derived: true,
    config: { value: '${previous.answer|}' },
  };
  if (!isConversational) return [end];
  const agents = definition.nodes.filter(({ nodeType }) => nodeType === 'AGENT');
  const turns = agents.map(({ id }): WorkflowNode => ({
    id: ids.turn(id),
    type: 'agent-graph.turn',
    join: 'once',
    derived: true,
    standsFor: id,
    config: { prompt: '${previous.text|}' },
  }));
  return [end, ...turns];
}
