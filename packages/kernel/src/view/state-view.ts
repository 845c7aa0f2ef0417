import type { Graph } from '../graph/graph.ts';
import type { JsonObject } from '../json.ts';
import { cellsView } from '../state/cells.ts';
import type { RunState } from '../state/run-state.ts';

/** The part of a run's JSON that tells its state, where the definition declares one. */
export function stateView(graph: Graph, state: RunState): { readonly state?: JsonObject } {
  return graph.state === null ? {} : { state: cellsView(state.cells) };
}
