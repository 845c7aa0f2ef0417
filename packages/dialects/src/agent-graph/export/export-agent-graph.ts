// A native workflow in this dialect's words
// Structural: it reads the workflow, whoever wrote it. What the dialect cannot express is listed as a loss that points into the
// workflow.
import {
  ownValue,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import type { Exported } from '../../dialect/dialect.ts';
import { exportDrawing } from '../../dialect/drawing.ts';
import { quotedShort } from '../../shape/describe.ts';
import {
  agentGraphNodes,
  agentGraphNodeTypes,
  type AgentGraphNodeType,
} from '../shape/agent-graph-nodes.ts';
import { exportAgents } from './export-agents.ts';
import { exportEdges } from './export-edges.ts';
import { Losses } from './losses.ts';
import { defaultPolicy } from '../compile/to-workflow.ts';
import type { KeptNode } from './kept-node.ts';

export function exportAgentGraph(workflow: Workflow): Exported {
  const losses = new Losses();
  const { id, name, description } = workflow;
  const kept = exportNodes(workflow, losses);
  const { agents, agentIdOf } = exportAgents(kept, losses);
  const workflowId = id === undefined ? {} : { workflowId: id };
  const nodes = kept.map(({ node, nodeType }): JsonObject => ({
    id: node.id,
    ...workflowId,
    nodeType,
    ...(node.name === undefined ? {} : { nodeName: node.name }),
    agentId: agentIdOf(node),
  }));
  const policy = exportPolicy(workflow, kept);
  const definition: JsonObject = {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...exportTalk(kept, losses),
    entrypointNodeId: exportEntry(workflow, kept, losses),
    nodes,
    edges: exportEdges(workflow, kept, losses).map((edge): JsonObject => ({
      ...('id' in edge ? { id: edge.id } : {}),
      ...workflowId,
      ...edge,
    })),
    ...(agents === null ? {} : { agents }),
    ...(policy === null ? {} : { policy }),
    ...exportDrawing(workflow, ['positions']),
  };
  for (const key of ['trigger', 'triggers'] as const) {
    if ((workflow[key] ?? null) !== null) losses.add([key], 'A trigger');
  }
  return { definition, losses: losses.list };
}

const nodeTypes: ReadonlyMap<string, AgentGraphNodeType> = new Map<string, AgentGraphNodeType>([
  ...agentGraphNodeTypes.map((type) => [agentGraphNodes[type].kind, type] as const),
  // A model with a prompt is the nearest that the dialect has.
  ['agent', 'AGENT'],
  ['llm', 'AGENT'],
]);

function exportNodes({ nodes }: Workflow, losses: Losses): readonly KeptNode[] {
  return nodes.flatMap((node, at): readonly KeptNode[] => {
    const { id, type } = node;
    // A start only says where to begin, an end is an edge without a target.
    if (node.derived === true || type === 'start' || type === 'end') return [];
    const nodeType = nodeTypes.get(type);
    if (nodeType === undefined) {
      losses.add(['nodes', at], `The node ${quotedShort(id)} of type ${quotedShort(type)}`);
      return [];
    }
    for (const key of unsayable) {
      if (node[key] !== undefined) losses.add(['nodes', at, key], `"${key}" of a node`);
    }
    if (node.join !== undefined && node.join !== 'once')
      losses.add(['nodes', at, 'join'], `The join ${quotedShort(node.join)}`);
    return [{ node, at, nodeType }];
  });
}

const unsayable = [
  'description',
  'n',
  'input',
  'requireOneOf',
  'retry',
  'timeoutMs',
  'effect',
  'mutex',
  'concurrency',
  'rate',
  'priority',
  'cancels',
] as const satisfies readonly (keyof WorkflowNode)[];

function exportTalk(kept: readonly KeptNode[], losses: Losses): JsonObject {
  const agents = kept.filter(({ nodeType }) => nodeType === 'AGENT');
  const talking = agents.filter(({ node }) => node.config?.['conversational'] === true);
  if (talking.length === 0) return { isConversational: false };
  for (const { at } of agents.length === talking.length ? [] : talking)
    losses.add(['nodes', at, 'config', 'conversational'], 'That only some agents talk');
  return { isConversational: true };
}

function exportEntry(
  { entry, nodes, edges = [] }: Workflow,
  kept: readonly KeptNode[],
  losses: Losses,
): string {
  const isStart = new Set(nodes.flatMap(({ id, type }) => (type === 'start' ? [id] : [])));
  const begins = edges.flatMap(({ from, to }) => (isStart.has(from) ? [to] : []));
  const targets = new Set(edges.map(({ to }) => to));
  const open = kept.map(({ node }) => node.id).filter((id) => !targets.has(id));
  const named = entry?.flatMap((id) => (isStart.has(id) ? begins : [id]));
  const entries = named ?? (begins.length > 0 ? begins : open);
  const [first = kept[0]?.node.id ?? '', ...others] = entries;
  if (others.length > 0)
    losses.add(entry === undefined ? [] : ['entry'], 'A second node to begin with');
  return first;
}

/** Only what differs from the dialect's defaults. */
function exportPolicy({ policy = {} }: Workflow, kept: readonly KeptNode[]): JsonObject | null {
  const handOff = kept.find(({ nodeType }) => nodeType === 'HUMAN_HANDOFF');
  const usual: { readonly [key: string]: Json } = {
    ...defaultPolicy,
    onLimit: handOff?.node.id ?? 'fail',
  };
  const written = Object.entries(policy as JsonObject).filter(
    ([key, value]) => ownValue(usual, key) !== value,
  );
  // A workflow of another origin has other defaults, which must be written out.
  const others = Object.keys(usual).filter((key) => !Object.hasOwn(policy, key));
  const native = others.flatMap((key): readonly [string, Json][] =>
    Object.hasOwn(nativeDefaults, key) ? [[key, nativeDefaults[key] as Json]] : [],
  );
  const all = Object.fromEntries([...written, ...native]);
  return Object.keys(all).length === 0 ? null : all;
}

const nativeDefaults: JsonObject = {
  maxSteps: 10_000,
  timeoutMs: null,
  maxRepeats: null,
  countsFrom: 'start',
};
