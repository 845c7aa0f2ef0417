import type { Derived } from '../derived.ts';
import type { RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { createRun, type RunState } from '../state/run-state.ts';
import { carriesState } from './carries-state.ts';
import { transition } from './transition.ts';

/** The state that a journal leads to; `watch` sees what was derived from each event on the way. */
export function rebuildState(
  graph: Graph,
  events: Iterable<RunEvent>,
  watch?: (event: RunEvent, derived: readonly Derived[]) => void,
): RunState {
  const rows = [...events];
  let state = createRun();
  // What came before belongs to other versions, or no longer counts; who watches hears of it as far as this graph knows it.
  const first = watch === undefined ? Math.max(0, rows.findLastIndex(carriesState)) : 0;
  state.seq = (rows[first]?.seq ?? 1) - 1;
  for (const event of rows.slice(first)) {
    const result = transition(graph, state, event);
    ({ state } = result);
    watch?.(event, result.derived);
  }
  return state;
}
