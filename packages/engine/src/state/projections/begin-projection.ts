import { findDialect, type DialectName, type Projector } from '@skein/dialects';
import { createRun, transition, type Graph, type RunEvent } from '@skein/kernel';
import type { EngineStore, ProjectionChange } from '@skein/ports';

export interface ProjectedWorkflow {
  readonly graph: Graph;
  readonly dialect: DialectName;
}

/** For a run of this workflow; null when its dialect has no tables, or the store lacks them. */
export function beginProjection(
  { tables }: EngineStore,
  { graph, dialect }: ProjectedWorkflow,
): Projector | null {
  const projection = findDialect(dialect)?.projection;
  if (projection === undefined) return null;
  return projection.tables.every((table) => tables.names.has(table))
    ? projection.begin(graph)
    : null;
}

/** Feeds it the earlier events. */
export function catchUp(projector: Projector, graph: Graph, rows: readonly RunEvent[]): void {
  let state = createRun();
  for (const event of rows) {
    const result = transition(graph, state, event);
    ({ state } = result);
    projector.take({ event, ...result });
  }
}

/** The rows that these events produce after those before them, whose rows are in the store. */
export function projectAdded(
  projector: Projector,
  graph: Graph,
  { before, added }: { readonly before: readonly RunEvent[]; readonly added: readonly RunEvent[] },
): readonly ProjectionChange[] {
  let state = createRun();
  for (const event of [...before, ...added]) {
    if (event === added[0]) projector.rows();
    const result = transition(graph, state, event);
    ({ state } = result);
    projector.take({ event, ...result });
  }
  return projector.rows();
}

/** All rows that these events produce. */
export function projectRows(
  store: EngineStore,
  workflow: ProjectedWorkflow,
  rows: readonly RunEvent[],
): { readonly projections?: readonly ProjectionChange[] } {
  const projector = beginProjection(store, workflow);
  if (projector === null) return {};
  catchUp(projector, workflow.graph, rows);
  return { projections: projector.rows() };
}
