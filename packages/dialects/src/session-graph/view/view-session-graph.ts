// A run as its session's state
// The state itself tells what is stored; when something last ran, when paths were last looked at and what was pending when the
// run stalled comes from the journal, by replaying it.
import {
  createRun,
  isObject,
  ownValue,
  runView,
  setOwn,
  transition,
  type Derived,
  type Graph,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import type { ViewedRun } from '../../dialect/dialect.ts';
import type { ProjectedMoment } from '../../dialect/projection.ts';
import { conversationOf, notePrompts, type AskedPrompt } from './conversation.ts';

type StepStatus = 'active' | 'pending' | 'complete' | 'error' | 'awaiting_input';

export function viewSessionGraph({ graph, state, journal }: ViewedRun): JsonObject {
  return sessionState(graph, state, readHistory(graph, journal));
}

/** The session as the original design stores it. */
export function sessionState(graph: Graph, state: RunState, history: SessionHistory): JsonObject {
  return {
    id: state.origin.run,
    workflow: workflowOf(graph, state, history),
    last_evaluated: history.evaluatedAt === null ? 0 : toSeconds(history.evaluatedAt),
    data: {
      outputs: outputsOf(graph, state, history),
      messages: conversationOf(state, history.prompts),
    },
  };
}

export interface SessionHistory {
  /** Steps in the order of their first activation. */
  readonly order: Set<string>;
  /** How and when each step last ended. */
  readonly ended: Map<string, EndedStep>;
  evaluatedAt: number | null;
  /** Steps that still lacked data when nothing was left to do. */
  readonly pending: Set<string>;
  /** The number of the pass that the run is in. */
  pass: number;
  prompts: readonly AskedPrompt[];
}

export interface EndedStep {
  readonly at: number;
  /** Null when it was completed. */
  readonly error: string | null;
}

export function newHistory(): SessionHistory {
  const pass = createRun().pass.number;
  return {
    order: new Set(),
    ended: new Map(),
    evaluatedAt: null,
    pending: new Set(),
    pass,
    prompts: [],
  };
}

function readHistory(graph: Graph, journal: readonly RunEvent[]): SessionHistory {
  const history = newHistory();
  let state = createRun();
  for (const event of journal) {
    const result = transition(graph, state, event);
    ({ state } = result);
    noteEvent(graph, history, { event, ...result });
  }
  return history;
}

/** True when paths were looked at: a pass is over. */
export function noteEvent(
  graph: Graph,
  history: SessionHistory,
  { event, state, derived }: Omit<ProjectedMoment, 'effects'>,
): boolean {
  for (const each of derived) note(history, each, event.at);
  history.prompts = notePrompts(graph, history.prompts, { event, state, derived });
  const isEvaluated = hasEvaluated(graph, state, { passBefore: history.pass, derived });
  history.pass = state.pass.number;
  if (isEvaluated) history.evaluatedAt = event.at;
  if (isGivenUp(graph, state, derived)) history.pending.clear();
  return isEvaluated;
}

function note(history: SessionHistory, derived: Derived, at: number): void {
  if (derived.type === 'activation.created') history.order.add(derived.node);
  else if (derived.type === 'activation.pending') history.pending.add(derived.node);
  else if (derived.type === 'activation.started') history.pending.delete(derived.node);
  else if (derived.type === 'activation.completed')
    history.ended.set(derived.node, { at, error: null });
  else if (derived.type === 'activation.failed')
    history.ended.set(derived.node, { at, error: derived.failure.message });
}

/** Paths are looked at between two passes, and after the last one. */
function hasEvaluated(
  graph: Graph,
  state: RunState,
  { passBefore, derived }: { readonly passBefore: number; readonly derived: readonly Derived[] },
): boolean {
  const isDone = derived.some(
    ({ type }) => type === 'activation.completed' || type === 'activation.failed',
  );
  if (graph.policy.schedule === 'eager') return isDone;
  const { pass, tally, gate } = state;
  if (pass.number > Math.max(passBefore, 1)) return true;
  const isOver = tally.running + tally.retrying + tally.ready + pass.finishing.length === 0;
  return isDone && isOver && !gate.closed;
}

/** Steps that lacked data when a run was cancelled or reached a limit were cancelled with it. */
function isGivenUp(graph: Graph, { status }: RunState, derived: readonly Derived[]): boolean {
  const isLimit = derived.some(({ type }) => type === 'limit.reached');
  switch (status) {
    case 'completed':
    case 'stopped':
    case 'cancelled':
      return true;
    case 'failed':
      return isLimit || graph.policy.onError === 'fail';
    case 'created':
    case 'running':
    case 'waiting':
    case 'stalled':
      return false;
  }
}

function workflowOf(graph: Graph, state: RunState, history: SessionHistory): JsonObject {
  const nodes = ownValue(runView(graph, state), 'nodes');
  const workflow: { [id: string]: Json } = {};
  for (const id of history.order) {
    const node = isObject(nodes) ? ownValue(nodes, id) : undefined;
    const ended = history.ended.get(id);
    const status = isObject(node) ? statusOf(ownValue(node, 'status'), history, id) : null;
    if (status === null) continue;
    setOwn(workflow, id, {
      status,
      error: status === 'error' ? (ended?.error ?? '') : '',
      ...(ended === undefined ? {} : { last_executed: toSeconds(ended.at) }),
    });
  }
  return workflow;
}

/** What a session calls the statuses of nodes; steps with another one are not listed. */
const statuses: ReadonlyMap<Json, StepStatus> = new Map([
  ['ready', 'active'],
  ['running', 'active'],
  ['retrying', 'active'],
  ['pending', 'pending'],
  ['waiting', 'awaiting_input'],
  ['completed', 'complete'],
  ['failed', 'error'],
]);

/** A step that was cancelled is what it was before: complete or in error, else not listed. */
function statusOf(
  status: Json | undefined,
  history: SessionHistory,
  id: string,
): StepStatus | null {
  if (status !== 'cancelled') return statuses.get(status ?? null) ?? null;
  if (history.pending.has(id)) return 'pending';
  const ended = history.ended.get(id);
  if (ended === undefined) return null;
  return ended.error === null ? 'complete' : 'error';
}

function outputsOf(graph: Graph, state: RunState, { order }: SessionHistory): JsonObject {
  const outputs: { [id: string]: Json } = {};
  for (const id of order) {
    const node = graph.nodeById.get(id);
    if (node === undefined || node.derived) continue;
    const kept = state.nodes.get(node.index)?.outputs ?? [];
    if (kept.length > 0)
      setOwn(
        outputs,
        id,
        kept.map(({ value }) => value),
      );
  }
  return outputs;
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
