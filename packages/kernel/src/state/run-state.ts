// Run state
// Everything the kernel knows about one run. Live and mutable for speed; `dumpState` and `loadState` turn it into plain
// data and back. Maps are keyed by node or edge index, so a large graph costs nothing until it is reached.
//
// S1. An activation is in `NodeState.alive` from its creation until it completes, fails or is cancelled.
// S2. `tally` counts living activations by status; a run whose tally is empty and that has nothing in flight is over.
// S3. Whoever is alive (activations; held, queued and travelling tokens) carries its tag (Tags T2).
import type { FinishedStatus } from '../effects.ts';
import type { ChildWait, Message, SpentBelow, WaitQuestion } from '../events.ts';
import type { Failure } from '../failure.ts';
import type { GraphEdge, GraphNode } from '../graph/graph.ts';
import type { HeldGroup, JoinState } from './living.ts';
import type { Json, JsonObject } from '../json.ts';
import { createTagTable, type Tag, type TagTable } from '../tags/tag.ts';
import type { TagIndex } from '../tags/tag-index.ts';
import { NodeTable } from './node-table.ts';

export type RunStatus = 'created' | 'running' | 'waiting' | FinishedStatus;

export type LivingStatus =
  /** Waits for a slot, a mutex or its turn. */
  | 'ready'
  | 'running'
  | 'retrying'
  | 'waiting'
  | 'pending'
  /** `superstep`: done, its edges are evaluated when the pass ends. */
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
  /** Resolved when it first starts; equal in every attempt. */
  config: JsonObject | null;
  startedAt: number | null;
  /** Place in `NodeState.alive`. */
  position: number;
  watchers: Set<HeldGroup> | null;
  /** What only some activations have; made on first use. */
  extra: ActivationExtra | null;
}

export interface ActivationExtra {
  recorded: Map<string, Json | undefined> | null;
  wait: string | null;
  /** The key of the `io.wait` that the function is suspended in. */
  waitKey: string | null;
  /** Answered; its function goes on as soon as it has a slot. */
  resume: boolean;
  timer: string | null;
  mutex: string | null;
  children: Children | null;
  result: { readonly ports: Ports; readonly value: Json | undefined } | null;
  /** What a pending activation lacks: the nodes that could bring it, and the references as written. */
  missing: readonly number[] | null;
  missingTexts: readonly string[] | null;
  /** Started by a limit's hand-off: its answer starts the counts anew. */
  handOff: boolean;
  /** Why its last attempt failed; while `finishing`, why it failed itself. */
  failure: Failure | null;
  /** What is left of the attempt's time while it is suspended in a wait. */
  timeLeftMs: number | null;
}

export type Ports = { readonly [port: string]: Json | undefined };

/** What made an activation happen. */
export interface Cause {
  readonly edge: string;
  readonly node: string;
  readonly activation: number;
}

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
  readonly atLeast: number;
}

export interface Token {
  readonly edge: GraphEdge;
  readonly value: Json | undefined;
  readonly context: string | null;
  readonly tag: Tag;
  readonly cause: Cause;
  /** Order of delivery, over the whole run; 0 while it travels. */
  order: number;
  watchers: Set<HeldGroup> | null;
}

export interface Output extends OutputId {
  readonly activation: number;
  readonly value: Json;
  readonly ports: readonly string[];
  readonly tag: Tag;
  readonly seq: number;
}

/** The event's UUID and the counter to add to it; made into one string only when somebody asks. */
export interface OutputId {
  readonly event: string;
  readonly counter: number;
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

export interface KeptValue {
  readonly tag: Tag;
  readonly value: Json | undefined;
  readonly context: string | null;
  readonly order: number;
}

export interface KeptValues {
  items: KeptValue[];
  /** Only while there are many. */
  byTag: TagIndex<KeptValue> | null;
}

export interface Covered {
  tags: Tag[];
  /** Only while there are many. */
  byTag: TagIndex<Tag> | null;
}

/** Its messages are read by `messagesOf`. */
export interface Context {
  readonly id: string;
  /** How many messages, the first ones, are in the journal alone: a host reads them when somebody needs them. */
  unread: number;
  /** The messages behind those. */
  atHand: Message[];
  settings: JsonObject;
}

export interface Wait {
  readonly id: string;
  readonly node: GraphNode | null;
  readonly activation: number;
  readonly question: WaitQuestion;
  readonly createdAt: number;
  readonly deadlineAt: number | null;
  /** Asked by a running function (`io.wait`), so the answer goes back into it. */
  readonly key: string | null;
}

export type TimerPurpose = 'delay' | 'retry' | 'attempt' | 'run';

export interface Timer {
  readonly id: string;
  readonly purpose: TimerPurpose;
  readonly at: number;
  readonly activation: Activation | null;
}

export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly node: string | null;
  readonly activation: number | null;
  readonly details?: Json;
}

/** Activations that one event made ready, started in order before older ones. */
export interface ReadyBatch {
  readonly items: Activation[];
  next: number;
}

/** What is still to be delivered of one completion: its tokens, or an activation that keeps its place in the order. */
export type AgendaItem = readonly Token[] | Activation;

/** What shall start when the gate opens: a token, or a pending activation whose data has arrived. */
export type QueueItem = Token | Activation;

export interface Limits {
  maxSteps: number;
  timeoutMs: number | null;
  tokens: number | null;
  usd: number | null;
}

export interface RunState {
  status: RunStatus;
  run: string;
  rules: number;
  workflow: { readonly id: string; readonly version: string };
  parent: { readonly run: string; readonly path: string } | null;
  input: Json | undefined;
  inputId: OutputId | null;
  seq: number;
  createdAt: number;
  updatedAt: number;
  readonly tags: TagTable;
  /** Those that were reached. */
  readonly nodes: NodeTable;
  readonly joins: Map<number, JoinState>;
  /** What each edge brought, by edge index. */
  readonly kept: Map<number, KeptValues>;
  /** The last round of each loop, by loop index. */
  readonly rounds: Map<number, number>;
  /** Tags of earlier activations of `any` and `n-of` nodes. */
  readonly covered: Map<number, Covered>;
  readonly contexts: Map<string, Context>;
  readonly ready: ReadyBatch[];
  /** Children of maps that have gone on without them (`rest: "finish"`). */
  readonly background: Map<
    string,
    { readonly activation: Activation; readonly children: Children }
  >;
  readonly mutexes: Map<string, Activation[]>;
  readonly waits: Map<string, Wait>;
  readonly timers: Map<string, Timer>;
  /** Tokens and activations on their way; a batch that was cut short leaves them here. */
  readonly agenda: AgendaItem[];
  /** A heap: joins whose held tokens must be tried again. */
  readonly dirty: HeldGroup[];
  /** Groups that wait only for held tokens of other joins, perhaps in a circle. */
  readonly suspects: Set<HeldGroup>;
  /** `whileWaiting: "hold"`: closed while a person is waited for; what would start meanwhile. */
  gateClosed: boolean;
  readonly queue: QueueItem[];
  readonly queuedAt: Map<number, Set<Token>>;
  readonly pass: PassState;
  /** Pending activations by the node whose output they lack. */
  readonly pendingOn: Map<number, Set<Activation>>;
  readonly tally: { [status in LivingStatus]: number };
  /** Slots in use. */
  executing: number;
  steps: number;
  order: number;
  /** What was counted and spent when counting began anew (`countsFrom`, hand-off). */
  stepsBase: number;
  passesBase: number;
  usageBase: {
    readonly tokens: number;
    readonly usd: number;
    /** What runs below had spent and not reported, as last told; those that were cancelled never will. */
    readonly below?: SpentBelow;
  };
  limits: Limits;
  /**
   * Set while a person is asked to raise a limit; without a wait, while a run above is paused. `lets`: what runs may finish,
   * because it may be paid for already.
   */
  paused: { readonly wait: string; readonly limit: string; readonly lets?: true } | null;
  /** A node has taken over at a limit, and nobody has answered anything since. */
  unanswered: boolean;
  activeMs: number;
  /** Since when time counts against `timeoutMs`; null while only waits are open. */
  activeSince: number | null;
  runTimer: string | null;
  readonly repeats: Map<string, { count: number; novel: number }>;
  novel: number;
  usage: { modelCalls: number; inputTokens: number; outputTokens: number; usd: number };
  /** Values of nodes whose newest completion took no edge, by node index. */
  readonly terminals: Map<number, Json>;
  output: Json | undefined;
  error: RunError | null;
  /** Failures that nothing handled, in order. */
  readonly failures: RunError[];
  stopReason: string | null;
}

/** `superstep`. */
export interface PassState {
  number: number;
  /** Activations of the pass under way, in their order; those before `begun` have had their turn. */
  current: Activation[];
  begun: number;
  /** Activations of the next pass. */
  next: Activation[];
  /** Completed, or failed with an edge that may handle it; their edges are evaluated when the pass ends. */
  finishing: Activation[];
}

/** Since 2, a budget that is reached lets what runs finish (SPEC K114); since 3, too many items of a map are a limit (K57). */
export const RULES = 3;

export function createRun(): RunState {
  return {
    status: 'created',
    run: '',
    rules: RULES,
    workflow: { id: '', version: '' },
    parent: null,
    input: undefined,
    inputId: null,
    seq: 0,
    createdAt: 0,
    updatedAt: 0,
    tags: createTagTable(),
    nodes: new NodeTable(),
    joins: new Map(),
    kept: new Map(),
    rounds: new Map(),
    covered: new Map(),
    contexts: new Map(),
    ready: [],
    background: new Map(),
    mutexes: new Map(),
    waits: new Map(),
    timers: new Map(),
    agenda: [],
    dirty: [],
    suspects: new Set(),
    gateClosed: false,
    queue: [],
    queuedAt: new Map(),
    pass: { number: 0, current: [], begun: 0, next: [], finishing: [] },
    pendingOn: new Map(),
    tally: { ready: 0, running: 0, retrying: 0, waiting: 0, pending: 0, finishing: 0 },
    executing: 0,
    steps: 0,
    order: 0,
    stepsBase: 0,
    passesBase: 0,
    usageBase: { tokens: 0, usd: 0 },
    limits: { maxSteps: 0, timeoutMs: null, tokens: null, usd: null },
    paused: null,
    unanswered: false,
    activeMs: 0,
    activeSince: null,
    runTimer: null,
    repeats: new Map(),
    novel: 0,
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0 },
    terminals: new Map(),
    output: undefined,
    error: null,
    failures: [],
    stopReason: null,
  };
}

export function isOver(state: RunState): boolean {
  switch (state.status) {
    case 'completed':
    case 'failed':
    case 'stopped':
    case 'cancelled':
    case 'stalled':
      return true;
    case 'created':
    case 'running':
    case 'waiting':
      return false;
  }
}
