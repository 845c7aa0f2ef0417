import type { RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import type { VersionId } from '../ids.ts';
import { carriesState } from './carries-state.ts';

/** The graphs of the versions that a run was in before, by version. */
export type EarlierGraphs = ReadonlyMap<VersionId, Graph>;

/** The versions that a run has left, the first one first. */
export function versionsLeft(rows: readonly RunEvent[]): readonly VersionId[] {
  return rows.flatMap((row) => versionLeftBy(row) ?? []);
}

/** For each row the graph that decided about it; where that is not known, the one after it. */
export function graphsInForce(
  graph: Graph,
  rows: readonly RunEvent[],
  earlier: EarlierGraphs,
): readonly Graph[] {
  const graphs: Graph[] = [];
  let current = graph;
  for (const row of rows.toReversed()) {
    graphs.push(current);
    const left = versionLeftBy(row);
    if (left !== undefined) current = earlier.get(left) ?? current;
  }
  return graphs.toReversed();
}

function versionLeftBy(row: RunEvent): VersionId | undefined {
  return carriesState(row) ? row.from : undefined;
}
