import type { Derived } from '../derived.ts';
import type { RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { createRun, type RunState } from '../state/run-state.ts';
import { transition } from './transition.ts';

/** The state that a journal leads to; `watch` sees what was derived from each event on the way. */
export function rebuildState(
  graph: Graph,
  events: Iterable<RunEvent>,
  watch?: (event: RunEvent, derived: readonly Derived[]) => void,
): RunState {
  let state = createRun();
  for (const event of events) {
    const result = transition(graph, state, event);
    ({ state } = result);
    watch?.(event, result.derived);
  }
  return state;
}
