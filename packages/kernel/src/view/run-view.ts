// A run as people see it: the native run JSON, without what only the host knows (workflow name, dialect).
import type { Graph } from '../graph/graph.ts';
import { setOwn, type Json, type JsonObject } from '../json.ts';
import { toIsoTime } from '../references/civil-date.ts';
import { waitsBelow } from '../state/children.ts';
import { messageCount } from '../state/contexts.ts';
import type { NodeState } from '../state/living.ts';
import { nodeStatus, type NodeStatus } from '../state/node-status.ts';
import { outputIdText } from '../state/output-id.ts';
import { isOver, type RunState } from '../state/run-state.ts';
import { warningsOf } from '../state/warnings.ts';
import { reachableNodes } from './reachable-nodes.ts';
import { responseView } from './response-view.ts';
import { slotsView } from './slots-view.ts';
import { stateView } from './state-view.ts';

export function runView(graph: Graph, state: RunState): JsonObject {
  return {
    id: state.origin.run,
    workflow: state.origin.workflow,
    status: state.status,
    ...(state.origin.parent === null ? {} : { parent: state.origin.parent }),
    input: state.origin.input ?? null,
    output: state.output ?? null,
    error: state.error === null ? null : { ...errorView(state.error) },
    ...(state.stopReason === null ? {} : { stopReason: state.stopReason }),
    ...warningsOf(state),
    ...responseView(state),
    nodes: nodesView(graph, state),
    outputs: outputsView(graph, state),
    waits: waitsView(state),
    ...slotsView(state),
    contexts: contextsView(state),
    ...stateView(graph, state),
    usage: { steps: state.steps, ...state.usage },
    createdAt: toIsoTime(state.origin.createdAt),
    updatedAt: toIsoTime(state.updatedAt),
    seq: state.seq,
  };
}

function errorView({
  code,
  message,
  node,
  activation,
  details,
}: NonNullable<RunState['error']>): JsonObject {
  return { code, message, node, activation, ...(details === undefined ? {} : { details }) };
}

function nodesView(graph: Graph, state: RunState): Json {
  const reachable = isOver(state) ? new Set<number>() : reachableNodes(graph, state);
  const nodes: { [id: string]: Json } = {};
  const asking = new Set([...state.waits.values()].map(({ node }) => node?.shownAs));
  for (const node of graph.nodes) {
    if (node.derived) continue;
    const found = state.nodes.get(node.index);
    let status: NodeStatus = asking.has(node.id) ? 'waiting' : nodeStatus(state, node);
    if (status === 'idle' && !reachable.has(node.index)) status = 'skipped';
    setOwn(nodes, node.id, {
      status,
      activations: found?.count ?? 0,
      error: nodeError(found),
      startedAt: time(found?.startedAt),
      finishedAt: time(found?.finishedAt),
    });
  }
  return nodes;
}

function nodeError(node: NodeState | undefined): Json {
  if (!node?.failed) return null;
  const { failure, activation, attempt } = node.failed;
  return { code: failure.code, message: failure.message, activation, attempt };
}

function outputsView(graph: Graph, state: RunState): Json {
  const outputs: { [id: string]: Json } = {};
  for (const [index, { outputs: kept }] of [...state.nodes].toSorted(([a], [b]) => a - b)) {
    const node = graph.nodes[index];
    if (node === undefined || node.derived || kept.length === 0) continue;
    setOwn(
      outputs,
      node.id,
      kept.slice(-graph.policy.window).map((output) => ({
        id: outputIdText(output),
        activation: output.activation,
        value: output.value,
        ports: output.ports,
      })),
    );
  }
  return outputs;
}

function waitsView(state: RunState): Json {
  const waits: JsonObject[] = [];
  for (const { id, node, question, createdAt, deadlineAt } of state.waits.values()) {
    waits.push(waitView({ id, node: node?.shownAs ?? '', question, createdAt, deadlineAt }));
  }
  return [...waits, ...waitsBelow(state).map(waitView)];
}

function waitView({
  id,
  node,
  question,
  createdAt,
  deadlineAt,
}: {
  readonly id: string;
  readonly node: string;
  readonly question: {
    readonly kind: string;
    readonly name?: string;
    readonly prompt?: string;
    readonly schema?: Json;
    readonly data?: Json;
    readonly who?: readonly string[];
  };
  readonly createdAt: number;
  readonly deadlineAt: number | null;
}): JsonObject {
  const { kind, name, prompt, schema, data, who } = question;
  const called: JsonObject = name === undefined ? {} : { name };
  return {
    id,
    node,
    kind,
    ...called,
    prompt: prompt ?? null,
    schema: schema ?? null,
    ...(data === undefined ? {} : { data }),
    ...(who === undefined ? {} : { who }),
    createdAt: toIsoTime(createdAt),
    deadline: time(deadlineAt),
  };
}

function contextsView(state: RunState): Json {
  const contexts: { [id: string]: Json } = {};
  for (const context of state.contexts.values()) {
    setOwn(contexts, context.id, { ...context.settings, messages: messageCount(context) });
  }
  return contexts;
}

function time(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : toIsoTime(at);
}
