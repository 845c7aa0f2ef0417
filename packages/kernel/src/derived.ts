// What happened inside
// Derived by the kernel from one event and never stored: logs, views, the live stream and `explain` are made from it.
import type { Tried } from './conditions/condition.ts';
import type { StepCount } from './data/run-steps.ts';
import type { FinishedStatus } from './effects.ts';
import type { WaitQuestion } from './events.ts';
import type { Failure, ItemError } from './failure.ts';
import type { NodeId, RunId, WaitId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

/** What made an activation happen. */
export interface Cause {
  readonly edge: string;
  readonly node: NodeId;
  readonly activation: number;
}

/** An item of a node with `each` whose value, or whose config, could not be computed. */
export interface FailedItem {
  readonly index: number;
  readonly error: ItemError;
}

export type RunStatus = 'created' | 'running' | 'waiting' | FinishedStatus;

/** One write to the state of a run: not what it became, which may be a list of thousands, but what was added. */
export interface StateChange {
  readonly name: string;
  readonly operation: 'set' | 'append' | 'extend' | 'increment' | 'remove';
  /** Absent for `remove`. */
  readonly value?: Json;
}

export type Derived =
  | {
      readonly type: 'activation.created';
      readonly node: NodeId;
      readonly activation: number;
      /** The round of each loop that it belongs to, by the loop's head; absent outside loops. */
      readonly rounds?: { readonly [head: string]: number };
      readonly causedBy: readonly Cause[];
      readonly inputs: JsonObject;
    }
  | {
      readonly type: 'activation.started';
      readonly node: NodeId;
      readonly activation: number;
      readonly attempt: number;
    }
  | {
      readonly type: 'activation.completed';
      readonly node: NodeId;
      readonly activation: number;
      readonly value?: Json;
      readonly ports: readonly string[];
    }
  | {
      readonly type: 'activation.failed';
      readonly node: NodeId;
      readonly activation: number;
      readonly failure: Failure;
      readonly handled: boolean;
    }
  | {
      readonly type: 'activation.retrying';
      readonly node: NodeId;
      readonly activation: number;
      /** The one that failed. */
      readonly attempt: number;
      readonly failure: Failure;
      readonly at: number;
    }
  | {
      readonly type: 'activation.pending';
      readonly node: NodeId;
      readonly activation: number;
      readonly missing: readonly string[];
    }
  /** Of a node of type `data`: how many rows went into each step, and came out of it. */
  | {
      readonly type: 'steps.done';
      readonly node: NodeId;
      readonly activation: number;
      readonly counts: readonly StepCount[];
    }
  /** Of a node with `each`: the list that it works on, and which items could not be computed. */
  | {
      readonly type: 'items.taken';
      readonly node: NodeId;
      readonly activation: number;
      readonly items: readonly Json[];
      readonly failed: readonly FailedItem[];
    }
  | {
      readonly type: 'activation.cancelled';
      readonly node: NodeId;
      readonly activation: number;
      /** The run whose activation is executed in its place. */
      readonly supersededBy?: RunId;
    }
  | { readonly type: 'node.skipped'; readonly node: NodeId; readonly reason: string }
  /** Conditions of an `if`, `switch` (by case name) or edge (by its id), with the values they saw. */
  | {
      readonly type: 'condition.tried';
      readonly node: NodeId;
      readonly activation: number;
      readonly name: string;
      readonly tried: readonly Tried[];
      readonly result: boolean;
      /** An expression in it failed, so it could not be decided. */
      readonly failure?: Failure;
    }
  | {
      readonly type: 'edge.fired';
      readonly edge: string;
      readonly node: NodeId;
      readonly activation: number;
    }
  | {
      readonly type: 'token.absorbed';
      readonly edge: string;
      readonly node: NodeId;
      readonly by: string;
    }
  | {
      readonly type: 'token.dropped';
      readonly edge: string;
      readonly node: NodeId;
      readonly reason: string;
    }
  | {
      readonly type: 'wait.opened';
      readonly wait: WaitId;
      readonly node: NodeId;
      readonly activation: number;
      readonly question: WaitQuestion;
      /** The node that the asking one stands for. */
      readonly shownAs?: NodeId;
    }
  | {
      readonly type: 'wait.closed';
      readonly wait: WaitId;
      readonly node: NodeId;
      readonly activation: number;
    }
  | {
      readonly type: 'limit.reached';
      readonly limit: string;
      readonly node: NodeId | null;
      readonly activation: number | null;
    }
  /** A `set` node wrote to the state, in this order; under `superstep` others see it when the pass ends. */
  | {
      readonly type: 'state.changed';
      readonly node: NodeId;
      readonly activation: number;
      readonly changes: readonly StateChange[];
    }
  /** A `respond` node has answered the caller; of several only the first. */
  | {
      readonly type: 'run.responded';
      readonly node: NodeId;
      readonly activation: number;
      readonly isFirst: boolean;
    }
  | { readonly type: 'run.status'; readonly status: RunStatus };
