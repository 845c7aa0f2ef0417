// One transition in progress: the state it changes and what comes out of it.
import type { Derived } from '../../derived.ts';
import type { Effect } from '../../effects.ts';
import type { RunEvent } from '../../events.ts';
import type { Failure } from '../../failure.ts';
import type { Graph } from '../../graph/graph.ts';
import type { Activation, Token } from '../../state/living.ts';
import { addToUuid } from '../../state/output-id.ts';
import type { RunState } from '../../state/run-state.ts';
import type { ReachedLimit } from './reached-limit.ts';

export interface Batch {
  readonly graph: Graph;
  readonly state: RunState;
  readonly event: RunEvent;
  effects: readonly Effect[];
  derived: readonly Derived[];
  /** Whether anybody wants what is derived; no decision depends on it. */
  readonly isWatched: boolean;
  /** Activations that need a slot, in the order in which they get one. */
  placing: Activation[] | null;
  /** How many nodes the kernel may still compute itself before it yields to the host. */
  pureLeft: number;
  /** What expressions may still take. */
  workLeft: number;
  /** Conditions of edges that failed, by the id of the edge; not reported yet: the completion in progress is finished first. */
  failedEdges: { readonly edge: string; readonly failure: Failure }[] | null;
  /** How many questions were put to people. */
  asked: number;
  /** Reached and not applied yet: the step in progress is finished first. */
  limit: ReachedLimit | null;
  /** How many ids were made from the event's UUID. */
  ids: number;
}

/** A batch ends after this many nodes without effects, so that it cannot block the host's event loop (SPEC K17). */
const PURE_NODES_MAX = 1000;

/** The work of all expressions in one batch, and after how much of it a batch ends, so that every node finds most of it left. */
const WORK_MAX = 1_000_000;
const WORK_BEFORE_YIELD = 100_000;

// Most batches have one effect and no derived events. A list is made with its first item, because one that grows from empty
// reserves room for sixteen.
const NO_EFFECTS: readonly Effect[] = [];
const NO_DERIVED: readonly Derived[] = [];

export function createBatch(
  graph: Graph,
  state: RunState,
  event: RunEvent,
  isWatched: boolean,
): Batch {
  return {
    graph,
    state,
    event,
    effects: NO_EFFECTS,
    derived: NO_DERIVED,
    isWatched,
    placing: null,
    pureLeft: PURE_NODES_MAX,
    workLeft: WORK_MAX,
    failedEdges: null,
    asked: 0,
    limit: null,
    ids: 0,
  };
}

export function addEffect(batch: Batch, effect: Effect): void {
  if (batch.effects === NO_EFFECTS) batch.effects = [effect];
  // Made here, so it is mutable here.
  else (batch.effects as Effect[]).push(effect);
}

export function derive(batch: Batch, derived: Derived): void {
  if (!batch.isWatched) return;
  if (batch.derived === NO_DERIVED) batch.derived = [derived];
  else (batch.derived as Derived[]).push(derived);
}

/** Whether expressions have taken so much that the rest should be left to the next batch. */
export function isWorkedOut({ workLeft }: Batch): boolean {
  return workLeft <= WORK_MAX - WORK_BEFORE_YIELD;
}

/** The steps of a node have work of their own; after much of it the batch ends, and the conditions of its edges find theirs. */
export function chargeSteps(batch: Batch, work: number): void {
  batch.workLeft -= Math.min(work, WORK_BEFORE_YIELD);
}

/** After expressions may have been evaluated. */
export function yieldIfWorkedOut(batch: Batch): void {
  if (batch.pureLeft > 0 && isWorkedOut(batch)) batch.pureLeft = 0;
}

export function placeLast(batch: Batch, activation: Activation): void {
  if (batch.placing === null) batch.placing = [activation];
  else batch.placing.push(activation);
}

/** An id of the kernel's own, made from the event's (SPEC K16). */
export function makeId(batch: Batch): string {
  return addToUuid(batch.event.id, ++batch.ids);
}

/** What follows from these tokens is worked out by `settleRun`. */
export function addToAgenda({ state }: Batch, tokens: readonly Token[]): void {
  if (tokens.length > 0) state.agenda.push(tokens);
}
