import type { NodeId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

/** Why an attempt or a node did not succeed. Data, so that it survives the journal and another process. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** What the tool that failed calls its error: the code or the name of what it threw. */
  readonly name?: string;
  /** Whether to try again: never, later by the node's own backoff, or after a time that the other side named. */
  readonly retry?: 'never' | 'later' | { readonly afterMs: number };
  /**
   * An outage that passes: it is tried again for this long after the first such failure, however many attempts that takes, where
   * neither the node nor the policy says otherwise.
   */
  readonly retryForMs?: number;
  readonly data?: JsonObject;
}

/** Why one item of a list has no result. A type, not an interface: it is JSON. */
export type ItemError = { readonly code: string; readonly message: string };

/** What people should know about a run although it continues, and where it happened. */
export type RunWarning = {
  readonly code: string;
  readonly message: string;
  readonly node: NodeId;
  readonly activation: number;
};

/** Why a run failed, and where. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly node: NodeId | null;
  readonly activation: number | null;
  readonly details?: Json;
}
