// One transition under way: the state it changes and what comes out of it.
import type { Effect } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import type { Derived } from './derived.ts';
import type { ReachedLimit } from './limits.ts';
import type { Activation, RunState } from './state.ts';

export interface Batch {
  readonly graph: Graph;
  readonly state: RunState;
  readonly event: RunEvent;
  readonly effects: Effect[];
  readonly derived: Derived[];
  /** Activations that need a slot, in the order in which they shall get one. */
  readonly placing: Activation[];
  /** How many nodes the kernel may still compute itself before it gives the loop back. */
  pureLeft: number;
  /** How many persons were asked something. */
  asked: number;
  /** Reached and not dealt with yet: what is under way is brought to an end first. */
  limit: ReachedLimit | null;
  /** How many ids were made from the event's UUID. */
  ids: number;
}

/** A batch ends after so many nodes without effects, so that nothing can hold the loop (SPEC K17). */
const PURE_NODES_MAX = 1000;

export function createBatch(graph: Graph, state: RunState, event: RunEvent): Batch {
  return {
    graph,
    state,
    event,
    effects: [],
    derived: [],
    placing: [],
    pureLeft: PURE_NODES_MAX,
    asked: 0,
    limit: null,
    ids: 0,
  };
}
