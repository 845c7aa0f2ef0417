// What lives in a run
// Activations and tokens, the nodes where they live, and the joins that hold tokens and watch what may still come. These
// types point at each other, so they share a file.
import type { Cause } from '../derived.ts';
import type { SlotRequest } from '../effects.ts';
import type { ChildWait } from '../events.ts';
import type { Failure } from '../failure.ts';
import type { GraphEdge, GraphNode } from '../graph/graph.ts';
import type { WaitId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import type { RetryCounts } from '../retries.ts';
import type { Tag } from '../tags/tag.ts';
import type { TagIndex } from '../tags/tag-index.ts';

export type LivingStatus =
  /** Waits for a slot, a mutex or its turn. */
  | 'ready'
  | 'running'
  | 'retrying'
  | 'waiting'
  | 'pending'
  /** `superstep`: it has its result; its edges are evaluated when the pass ends. */
  | 'finishing';

export interface Activation {
  readonly node: GraphNode;
  /** Where it is counted and recorded. */
  readonly owner: NodeState;
  readonly n: number;
  /** Order of creation over the whole run. */
  readonly born: number;
  status: LivingStatus | 'over';
  readonly tag: Tag;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  context: string;
  readonly causes: readonly Cause[];
  attempt: number;
  /** Resolved when it first starts; the same in every attempt. */
  config: JsonObject | null;
  startedAt: number | null;
  /** Index in `NodeState.alive`. */
  position: number;
  watchers: Set<HeldGroup> | null;
  /** What only some activations have; created on first use. */
  extra: ActivationExtra | null;
}

/** What a function waits for, of those that may wait for several things at the same time. */
export type Asked =
  | { readonly kind: 'wait'; readonly wait: WaitId }
  | { readonly kind: 'timer'; readonly timer: string }
  | {
      readonly kind: 'child';
      readonly index: number;
      readonly begin: BegunChild;
      /** What that run waits for while it only waits. */
      readonly waits?: readonly ChildWait[];
    };

/** The run that a function has begun. */
export type BegunChild = {
  readonly workflow: Json;
  readonly version?: string;
  readonly input?: Json;
};

export interface ActivationExtra {
  recorded: Map<string, Json | undefined> | null;
  /** By the keys of its questions (`NodeKind.asks`). */
  asked: Map<string, Asked> | null;
  /** How many runs its function has begun. */
  begun: number;
  wait: WaitId | null;
  /** Answered; its function resumes as soon as it has a slot. */
  resume: boolean;
  timer: string | null;
  /** What is left of the attempt's time while it is suspended in a wait. */
  timeLeftMs: number | null;
  mutex: string | null;
  /** Slots across runs that it has, or waits for. */
  slot: SharedSlot | null;
  children: Children | null;
  /** While it is pending. */
  missing: Missing | null;
  /** How its last attempt ended; while `finishing`, how the activation ended. */
  outcome: Outcome | null;
  /** Since when every attempt has failed because of an outage; null when one got on. */
  failingSince: number | null;
  /** Failed attempts by the rules of its retry policy; only where there are rules. */
  retries: RetryCounts | null;
  /** Started by a limit's hand-off: its answer restarts the counts. */
  handOff: boolean;
}

/** Slots across runs: asked for, and granted or not. */
export interface SharedSlot {
  readonly request: SlotRequest;
  readonly isGranted: boolean;
}

/** What a pending activation lacks: the nodes that could bring it, and the references as written. */
export interface Missing {
  readonly sources: readonly number[];
  readonly texts: readonly string[];
}

export type Outcome =
  | { readonly kind: 'completed'; readonly ports: Ports; readonly value: Json | undefined }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type Ports = { readonly [port: string]: Json | undefined };

/** The child runs of a map or sub-workflow. */
export interface Children {
  readonly items: readonly Json[];
  readonly map: boolean;
  readonly concurrency: number;
  readonly rest: 'cancel' | 'finish';
  next: number;
  readonly running: Set<number>;
  readonly waiting: Map<number, readonly ChildWait[]>;
  readonly results: Map<number, Json>;
  failed: number;
  /** Whether the results say of each item whether it succeeded; else those of failed items are missing. */
  readonly collect: boolean;
  /** How many must succeed; null: however many do, once all have ended. */
  readonly atLeast: number | null;
}

export interface Token {
  readonly edge: GraphEdge;
  readonly value: Json | undefined;
  readonly context: string | null;
  readonly tag: Tag;
  readonly cause: Cause;
  /** Order of delivery over the whole run; 0 until it is delivered. */
  order: number;
  watchers: Set<HeldGroup> | null;
}

export interface NodeState {
  count: number;
  alive: Activation[];
  byTag: TagIndex<Activation> | null;
  byNumber: Map<number, Activation> | null;
  outputs: Output[];
  /** How the newest activation that is over ended. */
  ended: 'completed' | 'failed' | 'cancelled' | null;
  failed: FailedActivation | null;
  skipReason: string | null;
  startedAt: number | null;
  finishedAt: number | null;
}

export interface Output extends OutputPlace {
  readonly activation: number;
  readonly value: Json;
  readonly ports: readonly string[];
  readonly tag: Tag;
  readonly seq: number;
}

/** The event's UUID and the counter to add to it; turned into one string only when somebody asks. */
export interface OutputPlace {
  readonly event: string;
  readonly counter: number;
}

/** Enough to try it again when a person asks for that. */
export interface FailedActivation {
  readonly activation: number;
  readonly failure: Failure;
  readonly attempt: number;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
  readonly causes: readonly Cause[];
  readonly tag: Tag;
}

/** Tokens that arrived at an `all` or `n-of` node and wait for others. All else is a cache that `loadState` rebuilds. */
export interface JoinState {
  readonly node: GraphNode;
  readonly groups: Map<Tag, HeldGroup>;
  /** Only while there is more than one group. */
  byTag: TagIndex<HeldGroup> | null;
  pool: Pool | null;
}

/** All tokens of a join whose tokens all agree, at most one per edge. */
export interface Pool {
  /** The first group; it watches and is dirty for all. */
  readonly lead: HeldGroup;
  /** All rounds that the tokens name, by loop. */
  readonly rounds: Map<number, number>;
  readonly bySlot: Map<number, Token>;
  /** The union of the tags, as far as it has been asked for, and the tags that are not in it yet. */
  union: Tag;
  readonly unmerged: Tag[];
}

/** The held tokens of one tag. */
export interface HeldGroup {
  readonly join: JoinState;
  readonly tag: Tag;
  /** By slot of the edge: tokens in the order of arrival. */
  readonly bySlot: Map<number, Token[]>;
  /** Why it does not run yet: for each try that was blocked, the living thing it waits for. */
  watches: Watch[];
  /** How many edges, counted from the last one, have a token or can no longer get one. */
  cursor: number;
  /** When its oldest token arrived. */
  arrival: number;
  /** `arrival` at the time when it was put into the heap. */
  key: number;
  /** In the heap of groups to try again. */
  dirty: boolean;
}

export interface Watch {
  readonly thing: Activation | Token;
  /** The edges from the thing to the join that it may still travel. */
  readonly path: readonly GraphEdge[];
  /** How many edges of the path the thing has passed. */
  readonly passed: number;
  readonly slot: number;
  /** The rounds that the picked tokens name. */
  readonly union: Tag;
}
