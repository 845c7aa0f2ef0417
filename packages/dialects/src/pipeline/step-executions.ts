// What happened to each step
// Worked out by replaying the journal: every activation with its times, the config that it was given and what its function
// recorded. Nothing of this is kept in the state of a run.
import {
  createRun,
  transition,
  type Derived,
  type Effect,
  type Graph,
  type GraphNode,
  type Json,
  type JsonObject,
  type Output,
  type RunEvent,
  type RunState,
} from '@skein/kernel';

export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface StepExecution {
  readonly node: GraphNode;
  readonly activation: number;
  status: ExecutionStatus;
  readonly createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  error: string | null;
  /** As resolved; null before it started. */
  config: JsonObject | null;
  /** Results of its effects, in order. */
  readonly recorded: Json[];
  output: Output | null;
}

/** In the order in which they were activated. */
export function stepExecutions(
  graph: Graph,
  journal: readonly RunEvent[],
): readonly StepExecution[] {
  const executions = new Map<string, StepExecution>();
  let state = createRun();
  for (const event of journal) {
    const result = transition(graph, state, event);
    ({ state } = result);
    for (const derived of result.derived) follow({ graph, state, event, executions }, derived);
    for (const effect of result.effects) noteConfig(executions, effect);
    if (event.type !== 'step.recorded') continue;
    executions.get(nameOf(event))?.recorded.push(event.value ?? null);
  }
  return [...executions.values()];
}

interface Replay {
  readonly graph: Graph;
  readonly state: RunState;
  readonly event: RunEvent;
  readonly executions: Map<string, StepExecution>;
}

function follow({ graph, state, event, executions }: Replay, derived: Derived): void {
  switch (derived.type) {
    case 'activation.created': {
      const node = graph.nodeById.get(derived.node);
      if (node === undefined || node.derived) return;
      executions.set(nameOf(derived), created(node, derived.activation, event.at));
      return;
    }
    case 'activation.started': {
      const execution = executions.get(nameOf(derived));
      if (execution === undefined) return;
      execution.status = 'running';
      execution.startedAt ??= event.at;
      return;
    }
    case 'activation.completed':
    case 'activation.failed':
    case 'activation.cancelled': {
      const execution = executions.get(nameOf(derived));
      if (execution !== undefined) end({ state, event }, execution, derived);
      return;
    }
    case 'activation.retrying':
    case 'activation.pending':
    case 'node.skipped':
    case 'condition.tried':
    case 'edge.fired':
    case 'token.absorbed':
    case 'token.dropped':
    case 'wait.opened':
    case 'wait.closed':
    case 'limit.reached':
    case 'run.status':
  }
}

type Ended = Extract<
  Derived,
  { readonly type: `activation.${'completed' | 'failed' | 'cancelled'}` }
>;

function end(
  { state, event }: Pick<Replay, 'state' | 'event'>,
  execution: StepExecution,
  derived: Ended,
): void {
  execution.finishedAt = event.at;
  if (derived.type === 'activation.completed') {
    execution.status = 'completed';
    execution.output = outputOf(state, execution);
  } else if (derived.type === 'activation.failed') {
    execution.status = 'failed';
    execution.error = derived.failure.message;
  } else execution.status = 'cancelled';
}

function created(node: GraphNode, activation: number, at: number): StepExecution {
  return {
    node,
    activation,
    status: 'pending',
    createdAt: at,
    startedAt: null,
    finishedAt: null,
    error: null,
    config: null,
    recorded: [],
    output: null,
  };
}

function outputOf(state: RunState, { node, activation }: StepExecution): Output | null {
  const newest = state.nodes.get(node.index)?.outputs.at(-1);
  return newest?.activation === activation ? newest : null;
}

function noteConfig(executions: ReadonlyMap<string, StepExecution>, effect: Effect): void {
  if (effect.type !== 'execute') return;
  const execution = executions.get(nameOf(effect));
  if (execution !== undefined) execution.config = effect.config;
}

function nameOf({ node, activation }: { readonly node: string; readonly activation: number }) {
  return `${activation} ${node}`;
}
