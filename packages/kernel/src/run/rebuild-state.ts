import type { Derived } from '../derived.ts';
import type { RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { createRun, type RunState } from '../state/run-state.ts';
import { carriesState } from './carries-state.ts';
import { graphsInForce, type EarlierGraphs } from './graphs-in-force.ts';
import { transition } from './transition.ts';

/**
 * The state that a journal leads to; `watch` sees what was derived from each event on the way, as the version decided that was in
 * force then, if its graph is given.
 */
export function rebuildState(
  graph: Graph,
  events: Iterable<RunEvent>,
  watch?: (event: RunEvent, derived: readonly Derived[], state: RunState) => void,
  earlier: EarlierGraphs = new Map(),
): RunState {
  const rows = [...events];
  let state = createRun();
  // What came before belongs to other versions, or no longer counts; who watches hears of it as far as its graph is known.
  const first = watch === undefined ? Math.max(0, rows.findLastIndex(carriesState)) : 0;
  state.seq = (rows[first]?.seq ?? 1) - 1;
  const graphs = watch === undefined ? [] : graphsInForce(graph, rows, earlier);
  for (const [i, event] of rows.entries()) {
    if (i < first) continue;
    const result = transition(graphs[i] ?? graph, state, event);
    ({ state } = result);
    watch?.(event, result.derived, state);
  }
  return state;
}
