// Run state
// Everything the kernel knows about one run. Live and mutable for speed; `dumpState` and `loadState` turn it into plain
// data and back. Maps are keyed by node or edge index, so a large graph costs nothing until it is reached.
//
// S1. An activation is in `NodeState.alive` from its creation until it completes, fails or is cancelled.
// S2. `tally` counts living activations by status; a run whose tally is empty and that has nothing in flight is over.
// S3. Everything alive (activations; held, queued and travelling tokens) carries its tag (Tags T2).
import { LateMap } from '../values/late-map.ts';
import { LateSet } from '../values/late-set.ts';
import type { RunStatus } from '../derived.ts';
import type {
  ComputedCeilings,
  Message,
  QuietPeriod,
  SpentBelow,
  WaitQuestion,
} from '../events.ts';
import type { RunError, RunWarning } from '../failure.ts';
import type { GraphNode } from '../graph/graph.ts';
import { runId, versionId, workflowId } from '../ids.ts';
import type { NodeId, RunId, VersionId, WaitId, WorkflowId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import { createTagTable, type Tag, type TagTable } from '../tags/tag.ts';
import type { TagIndex } from '../tags/tag-index.ts';
import { createCells, type RunCells } from './cells.ts';
import type {
  Activation,
  Children,
  HeldGroup,
  JoinState,
  LivingStatus,
  OutputPlace,
  SharedSlot,
  Token,
} from './living.ts';
import { NodeTable } from './node-table.ts';

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
  /** How many of the first messages are only in the journal: a host reads them when they are needed. */
  unread: number;
  /** The messages after those. */
  atHand: Message[];
  settings: JsonObject;
}

export interface Wait {
  readonly id: WaitId;
  readonly node: GraphNode | null;
  readonly activation: number;
  readonly question: WaitQuestion;
  readonly createdAt: number;
  readonly deadlineAt: number | null;
  /** Asked by a running function (`io.wait`), so the answer goes back into it. */
  readonly key: string | null;
}

export type TimerPurpose = 'delay' | 'retry' | 'attempt' | 'run' | 'quiet' | 'sleep';

export interface Timer {
  readonly id: string;
  readonly purpose: TimerPurpose;
  readonly at: number;
  readonly activation: Activation | null;
}

/** Activations that one event made ready, started in order before older ones. */
export interface ReadyBatch {
  readonly items: Activation[];
  next: number;
}

/** What is still to be delivered of one completion: its tokens, or an activation that keeps its place in the order. */
export type AgendaItem = readonly Token[] | Activation;

export function isTokens(item: AgendaItem): item is readonly Token[] {
  return Array.isArray(item);
}

/** What starts when the gate opens: a token, or a pending activation whose data has arrived. */
export type QueueItem = Token | Activation;

export interface Limits {
  maxSteps: number;
  timeoutMs: number | null;
  tokens: number | null;
  usd: number | null;
}

/** What `run.started` said; until then, empty. */
export interface RunOrigin {
  readonly run: RunId;
  readonly rules: number;
  readonly workflow: { readonly id: WorkflowId; readonly version: VersionId };
  readonly parent: { readonly run: RunId; readonly path: string } | null;
  readonly ceilings: ComputedCeilings | null;
  readonly input: Json | undefined;
  readonly inputId: OutputPlace | null;
  readonly createdAt: number;
  readonly offline?: true | undefined;
}

/** While further starts may join the run, which has not begun. */
export interface Quiet extends QuietPeriod {
  readonly timer: string;
  /** When it begins unless another one joins it. */
  readonly until: number;
  /** When it begins in any case; null: never. */
  readonly lastAt: number | null;
  /** The newest starts that have joined it. */
  readonly starts: readonly string[];
}

/** What joins hold and remember, until the run is over. */
export interface RunJoins {
  /** Held tokens, by node index. */
  readonly held: Map<number, JoinState>;
  /** What each edge brought, by edge index. */
  readonly kept: Map<number, KeptValues>;
  /** Tags of earlier activations of `any` and `n-of` nodes. */
  readonly covered: Map<number, Covered>;
  /** A heap: groups whose held tokens must be tried again. */
  readonly dirty: HeldGroup[];
  /** Groups that wait only for held tokens of other joins, perhaps in a circle. */
  readonly suspects: LateSet<HeldGroup>;
}

/** `whileWaiting: "hold"`: closed while the run waits for a person; what would start meanwhile is queued. */
export interface Gate {
  closed: boolean;
  readonly queue: QueueItem[];
  readonly queuedAt: Map<number, Set<Token>>;
}

/** Time that counts against the run's `timeoutMs`. */
export interface RunClock {
  activeMs: number;
  /** Since when time counts; null while only waits are open. */
  activeSince: number | null;
  timer: string | null;
}

/** What was counted and spent when counting was restarted (`countsFrom`, hand-off). */
export interface CountsFrom {
  readonly steps: number;
  readonly passes: number;
  readonly usage: {
    readonly tokens: number;
    readonly usd: number;
    /** What child runs had spent and not reported, as last told; cancelled ones never will. */
    readonly below?: SpentBelow;
  };
}

/** Equal values by node, for `maxRepeats`. */
export interface Repeats {
  readonly seen: Map<string, { count: number; novel: number }>;
  /** How many different values there were. */
  novel: number;
}

/** What a run has answered its caller with before its end. A type, not an interface: it is JSON. */
export type RunResponse = {
  readonly node: NodeId;
  readonly activation: number;
  /** The row of the journal that it follows from. */
  readonly seq: number;
  readonly at: number;
  readonly value: Json;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
};

export interface RunState {
  status: RunStatus;
  origin: RunOrigin;
  seq: number;
  updatedAt: number;
  readonly tags: TagTable;
  /** The last round of each loop, by loop index. */
  readonly rounds: Map<number, number>;
  /** Those that were reached. */
  readonly nodes: NodeTable;
  readonly joins: RunJoins;
  readonly contexts: Map<string, Context>;
  /** What the definition declares as `state`. */
  cells: RunCells;
  readonly ready: ReadyBatch[];
  /** Children of maps that have continued without them (`rest: "finish"`). */
  readonly background: Map<
    string,
    { readonly activation: Activation; readonly children: Children }
  >;
  readonly mutexes: Map<string, Activation[]>;
  readonly waits: Map<WaitId, Wait>;
  readonly timers: Map<string, Timer>;
  /** Tokens and activations in flight; a batch that was cut short leaves them here. */
  readonly agenda: AgendaItem[];
  readonly gate: Gate;
  readonly pass: PassState;
  /** Pending activations by the node whose output they lack. */
  readonly pendingOn: Map<number, Set<Activation>>;
  readonly tally: { [status in LivingStatus]: number };
  /** Slots across runs that the run itself has, or waits for before it begins. */
  slot: SharedSlot | null;
  /** Null once it has begun. */
  quiet: Quiet | null;
  /** Activations, and the run itself, that wait for slots across runs; a quiet period counts as one. */
  queued: number;
  /** Slots in use. */
  executing: number;
  steps: number;
  order: number;
  countsFrom: CountsFrom;
  limits: Limits;
  /**
   * Set while a person is asked to raise a limit; without a wait, while a run above is paused. `lets`: what runs may finish,
   * because it may be paid for already.
   */
  paused: { readonly wait: WaitId; readonly limit: string; readonly lets?: true } | null;
  /** A node has taken over at a limit, and nobody has answered anything since. */
  unanswered: boolean;
  readonly clock: RunClock;
  readonly repeats: Repeats;
  usage: { modelCalls: number; inputTokens: number; outputTokens: number; usd: number };
  /** Values of nodes whose newest completion took no edge, by node index. */
  readonly terminals: Map<number, Json>;
  output: Json | undefined;
  /** The first answer of a `respond` node. */
  response: RunResponse | null;
  error: RunError | null;
  /** Failures that nothing handled, in order. */
  readonly failures: RunError[];
  /** In order; only the first of very many. */
  readonly warnings: RunWarning[];
  stopReason: string | null;
}

/** `superstep`. */
export interface PassState {
  number: number;
  /** Activations of the current pass, in their order; those before `begun` have had their turn. */
  current: Activation[];
  begun: number;
  /** Activations of the next pass. */
  next: Activation[];
  /** Completed, or failed with an edge that may handle it; their edges are evaluated when the pass ends. */
  finishing: Activation[];
}

/**
 * Since 2, what runs may finish when a budget is reached (SPEC K114); since 3, too many items of a map are a limit (K57); since 4,
 * maps collect failures (K360), limits hold across runs, a mutex too (K361), defaults have the type that they are written as (K382),
 * and `who` of a wait may be one name, and must name somebody (K300); since 5, there are expressions (K700) with the functions of
 * their table (K706), and maps hand values down to their children (K57); since 6, nodes work on every item of a list (K1250) and say
 * what an empty list does (K1255); since 7, an unresolved reference says which part of a value is missing (K1650), the failure of a
 * step of rows names the row (K1651), and a run may answer before its end (K1755); since 8, the round of a loop edge absorbs what its
 * `n-of` head holds of its own rounds (K3000); since 9, a header of an answer may be a number or a boolean (K4300).
 */
export const RULES = 9;

const NOT_STARTED: RunOrigin = {
  run: runId(''),
  rules: RULES,
  workflow: { id: workflowId(''), version: versionId('') },
  parent: null,
  ceilings: null,
  input: undefined,
  inputId: null,
  createdAt: 0,
};

const FROM_THE_START: CountsFrom = { steps: 0, passes: 0, usage: { tokens: 0, usd: 0 } };

export function createRun(): RunState {
  return {
    status: 'created',
    origin: NOT_STARTED,
    seq: 0,
    updatedAt: 0,
    tags: createTagTable(),
    rounds: new LateMap(),
    nodes: new NodeTable(),
    joins: {
      held: new LateMap(),
      kept: new LateMap(),
      covered: new LateMap(),
      dirty: [],
      suspects: new LateSet(),
    },
    contexts: new LateMap(),
    cells: createCells(),
    ready: [],
    background: new LateMap(),
    mutexes: new LateMap(),
    waits: new Map(),
    timers: new LateMap(),
    agenda: [],
    gate: { closed: false, queue: [], queuedAt: new LateMap() },
    pass: { number: 0, current: [], begun: 0, next: [], finishing: [] },
    pendingOn: new LateMap(),
    tally: { ready: 0, running: 0, retrying: 0, waiting: 0, pending: 0, finishing: 0 },
    slot: null,
    quiet: null,
    queued: 0,
    executing: 0,
    steps: 0,
    order: 0,
    countsFrom: FROM_THE_START,
    limits: { maxSteps: 0, timeoutMs: null, tokens: null, usd: null },
    paused: null,
    unanswered: false,
    clock: { activeMs: 0, activeSince: null, timer: null },
    repeats: { seen: new LateMap(), novel: 0 },
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0 },
    terminals: new LateMap(),
    output: undefined,
    response: null,
    error: null,
    failures: [],
    warnings: [],
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
