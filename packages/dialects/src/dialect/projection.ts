// Projections
// Rows about a run in the tables of a dialect's original design, for programs that read those. They are worked out event by
// event, so that only what has changed is written; the journal stays the truth and gives the same rows again.
import type { Derived, Effect, Graph, Json, RunEvent, RunState } from '@skein/kernel';

export interface Projection {
  /** A store that lacks one of them gets no rows. */
  readonly tables: readonly string[];
  readonly begin: (graph: Graph) => Projector;
}

/** Follows one run. */
export interface Projector {
  /** An event, with what the kernel made of it and the state after it. */
  take(moment: ProjectedMoment): void;
  /** The rows that have changed since it was last asked; only the columns that are named change. */
  rows(): readonly ProjectedRow[];
  /** What it must know to resume, for a snapshot of the run; called when no row is left to write. No more than what is in flight. */
  dump(pack: Pack): Json;
  /** Resumes from there: the opposite of `dump`. */
  load(dumped: Json, unpack: Pack): void;
}

/** Converts a value that the journal already has into a handle, or a handle into its value. */
export type Pack = (value: Json) => Json;

export interface ProjectedMoment {
  readonly event: RunEvent;
  readonly state: RunState;
  readonly derived: readonly Derived[];
  readonly effects: readonly Effect[];
}

export interface ProjectedRow {
  readonly table: string;
  readonly key: string;
  readonly set: { readonly [column: string]: Json };
}
