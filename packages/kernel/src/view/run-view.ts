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

/** `called`: what the host knows of its workflow. */
export function runView(graph: Graph, state: RunState, called?: JsonObject): JsonObject {
  const { origin, stopReason } = state;
  const { modelCalls, inputTokens, outputTokens, usd } = state.usage;
  // Key by key, in the order in which they are shown: an object that is put together from others takes several times as long.
  const view: { [key: string]: Json } = {
    id: origin.run,
    workflow: called === undefined ? origin.workflow : { ...origin.workflow, ...called },
    status: state.status,
  };
  if (origin.parent !== null) view.parent = origin.parent;
  view.input = origin.input ?? null;
  view.output = state.output ?? null;
  view.error = state.error === null ? null : errorView(state.error);
  if (stopReason !== null) view.stopReason = stopReason;
  if (state.warnings.length > 0) Object.assign(view, warningsOf(state));
  if (state.response !== null) Object.assign(view, responseView(state));
  view.nodes = nodesView(graph, state);
  view.outputs = outputsView(graph, state);
  view.waits = waitsView(state);
  Object.assign(view, slotsView(state));
  view.contexts = contextsView(state);
  if (graph.state !== null) Object.assign(view, stateView(graph, state));
  view.usage = { steps: state.steps, modelCalls, inputTokens, outputTokens, usd };
  view.createdAt = toIsoTime(origin.createdAt);
  view.updatedAt = toIsoTime(state.updatedAt);
  view.seq = state.seq;
  return view;
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
  const reachable = isOver(state) ? NONE : reachableNodes(graph, state);
  const nodes: { [id: string]: Json } = {};
  const asking = askingNodes(state);
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

const NONE: ReadonlySet<never> = new Set<never>();

/** Whose waits are open, by the names that people see. */
function askingNodes({ waits }: RunState): ReadonlySet<string | undefined> {
  if (waits.size === 0) return NONE;
  const asking = new Set<string | undefined>();
  for (const { node } of waits.values()) asking.add(node?.shownAs);
  return asking;
}

function nodeError(node: NodeState | undefined): Json {
  if (!node?.failed) return null;
  const { failure, activation, attempt } = node.failed;
  return { code: failure.code, message: failure.message, activation, attempt };
}

function outputsView(graph: Graph, state: RunState): Json {
  const outputs: { [id: string]: Json } = {};
  state.nodes.forEach(({ outputs: kept }, index) => {
    const node = graph.nodes[index];
    if (node === undefined || node.derived || kept.length === 0) return;
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
  });
  return outputs;
}

function waitsView(state: RunState): Json {
  const waits: JsonObject[] = [];
  for (const { id, node, question, createdAt, deadlineAt } of state.waits.values()) {
    waits.push(waitView({ id, node: node?.shownAs ?? '', question, createdAt, deadlineAt }));
  }
  for (const below of waitsBelow(state)) waits.push(waitView(below));
  return waits;
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
