// Effects
// What the kernel asks the host to do. The host performs them after the event that caused them is in the journal, in the
// order given, and reports back with events.
import type { EachError } from './definition.ts';
import type { FilledRetry } from './retries.ts';
import type { WaitQuestion } from './events.ts';
import type { ItemError, RunError } from './failure.ts';
import type { NodeId, WaitId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

/** Run the node's function; answered by `node.completed`, `attempt.failed`, `node.failed` or `node.waiting`. */
export interface ExecuteEffect {
  readonly type: 'execute';
  readonly node: NodeId;
  readonly nodeType: string;
  readonly activation: number;
  readonly attempt: number;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  readonly previous?: Json;
  readonly context: string;
  /** The function is called once for each of these, with `config` and what is the element's own. */
  readonly each?: EachCall;
  /** The node's effect must not happen twice. */
  readonly isGuarded?: true;
  /** Results of `io.step` and answers of `io.wait` by their key, from earlier attempts; absent when there are none. */
  readonly recorded?: ReadonlyMap<string, Json | undefined>;
  /** Set when the function was suspended in a wait that has now been answered. */
  readonly resume?: true;
}
/** One element of a node with `each`: the item and its part of the config, or why there is none. A type: it is JSON. */
export type EachElement =
  | { readonly item: Json; readonly config: JsonObject }
  | { readonly item: Json; readonly error: ItemError };

export interface EachCall {
  readonly elements: readonly EachElement[];
  readonly concurrency: number;
  readonly onError: EachError;
  readonly retry: FilledRetry;
}
/** Ask; the wait is open in the state already. Answered by `wait.answered` or `wait.expired`. */
export interface WaitEffect {
  readonly type: 'wait';
  readonly wait: WaitId;
  readonly node: NodeId;
  readonly activation: number;
  readonly question: WaitQuestion;
  readonly createdAt: number;
  readonly deadlineAt: number | null;
  /** For a node that is a wait: its resolved config, for the node type's `accept`. */
  readonly config?: JsonObject;
  /** The node that people know as the asking one, when it is another. */
  readonly shownAs?: NodeId;
}
/** Answered by `timer.fired` at that time. */
export interface TimerEffect {
  readonly type: 'timer';
  readonly timer: string;
  readonly at: number;
  readonly node?: NodeId;
}
/** Start a child run; answered by `child.waiting`, `child.resumed`, `child.finished`. */
export interface ChildEffect {
  readonly type: 'child';
  readonly node: NodeId;
  readonly activation: number;
  readonly index: number;
  /** An inline native definition, or the id of a stored one. */
  readonly workflow: Json;
  readonly version?: string;
  readonly input?: Json;
}
/** Send a named event to waiting runs and triggers; answered by `node.completed`. */
export interface EmitEffect {
  readonly type: 'emit';
  readonly node: NodeId;
  readonly activation: number;
  readonly name: string;
  readonly data?: Json;
}
/** Take slots that are counted across runs; answered by `slot.granted` or `slot.superseded`. They are kept until the effect is cancelled. */
export interface SlotEffect extends SlotRequest {
  readonly type: 'slot';
  /** Absent: for the run itself. */
  readonly node?: NodeId;
  readonly activation?: number;
}
export interface SlotRequest {
  /** In the order in which they are taken. */
  readonly wants: readonly SlotWant[];
  /** Lower first. */
  readonly priority: number;
}
export interface SlotWant {
  readonly key: string;
  readonly limit: number;
  /** It is taken for so long; absent: until the effect is cancelled. */
  readonly perMs?: number;
  /** The newest that wants it gets it, when so long no newer one has come; the others are superseded. */
  readonly quietMs?: number;
  /** After so long in any case. */
  readonly maxMs?: number;
}
/** Stop what an earlier effect began. */
export interface CancelEffect {
  readonly type: 'cancel';
  readonly what:
    | { readonly kind: 'execute' | 'children'; readonly node: NodeId; readonly activation: number }
    | {
        readonly kind: 'child';
        readonly node: NodeId;
        readonly activation: number;
        readonly index: number;
      }
    | { readonly kind: 'slot'; readonly node?: NodeId; readonly activation?: number }
    | { readonly kind: 'wait'; readonly wait: WaitId }
    | { readonly kind: 'timer'; readonly timer: string };
}
/** The batch was cut short: append `run.continued` and continue. */
export interface ContinueEffect {
  readonly type: 'continue';
}
/** The run is over. */
export interface FinishEffect {
  readonly type: 'finish';
  readonly status: FinishedStatus;
  readonly output?: Json;
  readonly error?: RunError;
}

export type FinishedStatus = 'completed' | 'failed' | 'stopped' | 'cancelled' | 'stalled';

export type Effect =
  | ExecuteEffect
  | WaitEffect
  | TimerEffect
  | ChildEffect
  | EmitEffect
  | SlotEffect
  | CancelEffect
  | ContinueEffect
  | FinishEffect;
