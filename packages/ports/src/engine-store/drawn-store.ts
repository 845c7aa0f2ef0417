import type { Json, PlainOr, WorkflowId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

/**
 * Workflows that someone draws in the database itself, as definitions of the dialect session-graph. Only stores that are graphs
 * have them. What is drawn more than once under one name is an error (DRAWING_AMBIGUOUS) that lists all of them.
 */
export interface DrawnStore {
  /** By name or id, or what can be reached from a step (default `root`). Undefined: there is none. */
  read(drawn: {
    readonly workflow?: string;
    readonly start?: string;
  }): Awaitable<DrawnWorkflow | undefined>;
  /** Those that are not stored as workflows, so that no list has them. Without a user: of all. */
  unstored(user?: string): Awaitable<readonly DrawnName[]>;
  /** The drawing of a workflow that is not stored, or was edited since it was; undefined when there is nothing new. */
  changed(id: PlainOr<WorkflowId>, user?: string): Awaitable<ChangedDrawing | undefined>;
}

export interface DrawnName {
  readonly id: string;
  readonly user: string | undefined;
}

export interface DrawnWorkflow {
  /** Undefined for a part of a graph that has no name. */
  readonly id?: string;
  readonly definition: Json;
}

export interface ChangedDrawing {
  readonly definition: Json;
  /** Of the stored version that it replaces; 0 when none is stored. */
  readonly revision: number;
  /** What an editor keeps about it. */
  readonly studio: Json | undefined;
}
