// Tables of the dialects
// Rows in the columns that a dialect's original design gives them: definitions, and projections of runs. Projections are
// made by the dialect and committed with the append that caused them; the journal stays the truth and can rebuild them.
import type { Json, JsonObject, WorkflowId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { DefinitionRecord } from './definition-store.ts';

export interface TableStore {
  /** The tables that this store has; a projection into another one is refused. */
  readonly names: ReadonlySet<string>;
  /** The rows with these values in these columns, in no particular order. */
  find(table: string, where: JsonObject): Awaitable<readonly JsonObject[]>;
  /** Absent: definitions are only what was saved. */
  readonly workflows?: TableWorkflows;
}

/** Workflows that other programs may change, or write as a whole, in the tables of their dialect. */
export interface TableWorkflows {
  /** The dialects of such workflows. */
  readonly dialects: ReadonlySet<string>;
  /**
   * The definition as the tables have it, where that differs from the saved one; what has no column is as it was saved.
   * Undefined: it does not differ, or the tables do not have the workflow.
   */
  build(
    workflow: { readonly id: WorkflowId; readonly user?: string },
    saved: DefinitionRecord | undefined,
  ): Awaitable<{ readonly definition: JsonObject; readonly dialect: string } | undefined>;
}

/** One row of a table of a dialect: written (new, or the named columns changed) or deleted. */
export type ProjectionChange =
  | {
      readonly table: string;
      readonly key: string;
      readonly set: { readonly [column: string]: Json };
    }
  | { readonly table: string; readonly key: string; readonly delete: true };
