// What happened to each step
// Worked out by replaying the journal: every activation with its times, the config that it was given and what its function
// recorded. Nothing of this is kept in the state of a run.
import {
  createRun,
  transition,
  type ActivationName,
  type CallEvent,
  type Derived,
  type Effect,
  type Graph,
  type GraphNode,
  type Json,
  type Output,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import type { Pack, ProjectedMoment } from '../../dialect/projection.ts';
import { dumpExecution, loadExecution } from './dump-execution.ts';
import type { OpenQuestion, StepExecution } from './step-execution.ts';

/** In the order in which they were activated. */
export function stepExecutions(
  graph: Graph,
  journal: readonly RunEvent[],
  queued: readonly ActivationName[] = [],
): readonly StepExecution[] {
  const steps = new StepFollower(graph);
  let state = createRun();
  for (const event of journal) {
    const result = transition(graph, state, event);
    ({ state } = result);
    steps.take({ event, ...result });
  }
  for (const each of queued) steps.noteQueued(each);
  return steps.executions;
}

/** Learns of a run event by event. */
export class StepFollower {
  readonly #graph: Graph;
  readonly #executions = new Map<string, StepExecution>();
  readonly #changed = new Set<StepExecution>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get executions(): readonly StepExecution[] {
    return [...this.#executions.values()];
  }

  take({ event, state, derived, effects }: ProjectedMoment): void {
    const executions = this.#executions;
    for (const each of derived) {
      const changed = follow({ graph: this.#graph, state, event, executions }, each);
      if (changed !== undefined) this.#changed.add(changed);
    }
    for (const effect of effects) noteConfig(executions, effect);
    if ('beganAt' in event) this.#noteBegin(event);
    if (event.type !== 'step.recorded') return;
    executions.get(nameOf(event))?.recorded.push(event.value ?? null);
  }

  /** It waits for a slot of the engine. */
  noteQueued(call: ActivationName): void {
    const execution = this.#executions.get(nameOf(call));
    if (execution?.status !== 'running') return;
    execution.status = 'pending';
    execution.startedAt = null;
  }

  /** It was activated before, and had to wait for a slot. */
  #noteBegin(event: CallEvent): void {
    const execution = this.#executions.get(nameOf(event));
    if (execution === undefined || event.beganAt === undefined) return;
    execution.startedAt = event.beganAt;
    this.#changed.add(execution);
  }

  /** Those that began or ended since this was last asked. Nothing can happen any more to one that is completed or cancelled. */
  takeChanged(): readonly StepExecution[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const { node, activation, status } of changed) {
      if (status !== 'completed' && status !== 'cancelled') continue;
      this.#executions.delete(nameOf({ node: node.id, activation }));
    }
    return changed;
  }

  /** Those to which something can still happen. */
  dump(pack: Pack): Json {
    return this.executions.map((execution) => dumpExecution(execution, pack));
  }

  load(dumped: Json, unpack: Pack): void {
    for (const each of dumped as readonly Json[]) {
      const execution = loadExecution(this.#graph, each, unpack);
      if (execution === null) continue;
      const { node, activation } = execution;
      this.#executions.set(nameOf({ node: node.id, activation }), execution);
    }
  }
}

interface Replay {
  readonly graph: Graph;
  readonly state: RunState;
  readonly event: RunEvent;
  readonly executions: Map<string, StepExecution>;
}

/** Gives back the execution that began or ended by it. */
function follow(
  { graph, state, event, executions }: Replay,
  derived: Derived,
): StepExecution | undefined {
  switch (derived.type) {
    case 'activation.created': {
      const node = graph.nodeById.get(derived.node);
      if (node === undefined || node.derived) return undefined;
      const execution = created(node, derived.activation, event.at);
      executions.set(nameOf(derived), execution);
      return execution;
    }
    case 'activation.started': {
      const execution = executions.get(nameOf(derived));
      if (execution === undefined) return undefined;
      execution.status = 'running';
      execution.startedAt ??= event.at;
      return execution;
    }
    case 'activation.completed':
    case 'activation.failed':
    case 'activation.cancelled': {
      const execution = executions.get(nameOf(derived));
      if (execution !== undefined) end({ state, event }, execution, derived);
      return execution;
    }
    case 'wait.opened':
    case 'wait.closed': {
      const execution = executions.get(nameOf(derived));
      if (execution !== undefined) execution.waiting = questionOf(derived);
      return execution;
    }
    case 'activation.retrying':
    case 'activation.pending':
    case 'items.taken':
    case 'steps.done':
    case 'node.skipped':
    case 'condition.tried':
    case 'edge.fired':
    case 'token.absorbed':
    case 'token.dropped':
    case 'limit.reached':
    case 'state.changed':
    case 'run.responded':
    case 'run.status':
      return undefined;
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
  execution.waiting = null;
  if (derived.type === 'activation.completed') {
    execution.status = 'completed';
    execution.output = outputOf(state, execution);
  } else if (derived.type === 'activation.failed') {
    execution.status = 'failed';
    execution.error = derived.failure.message;
  } else execution.status = 'cancelled';
}

function questionOf(
  derived: Extract<Derived, { readonly type: `wait.${'opened' | 'closed'}` }>,
): OpenQuestion | null {
  if (derived.type === 'wait.closed') return null;
  const { wait, question } = derived;
  return { wait, question };
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
    waiting: null,
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
