// Events
// What happened outside, as the host reports it; the rows of the journal. Nothing the kernel can derive by itself is in
// them. Each carries the sequence number, the time and one UUID from which the kernel makes its own ids.
import type { TreeLimit } from './definition.ts';
import type { Failure } from './failure.ts';
import type { NodeId, RunId, VersionId, WaitId, WorkflowId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

export interface EventBase {
  /** 1 for `run.started`, then without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970, from the host's clock. */
  readonly at: number;
  readonly id: string;
  /** Today's date by time zone, for each zone that the graph names (`graph.zones`): only the host knows it. */
  readonly dates?: { readonly [zone: string]: string };
}

export interface Message {
  readonly role: string;
  readonly content: Json;
  readonly [key: string]: Json;
}

/** What a node gives back; see SPEC K20. */
export interface NodeResult {
  readonly value?: Json;
  /** Ports that fire with the values on their tokens; `*` fires every connected port. */
  readonly ports?: { readonly [port: string]: Json | undefined };
  readonly context?: ContextChange;
  readonly stop?: { readonly reason: string };
}

export interface ContextChange {
  readonly use?: string;
  readonly append?: readonly Message[];
  readonly set?: JsonObject;
}

export interface Usage {
  readonly modelCalls?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly usd?: number;
}

/** What a person or the outside is asked for. */
export interface WaitQuestion {
  readonly kind: string;
  /** What a function calls its question, when it may ask several at the same time. */
  readonly name?: string;
  readonly prompt?: string;
  readonly schema?: Json;
  readonly deadlineMs?: number | null;
  readonly who?: readonly string[];
  /** Who is told of it elsewhere; ignored by the kernel. */
  readonly notify?: WaitNotice;
  /** Anything else the asking node wants shown, e.g. the exact arguments of a tool call. */
  readonly data?: Json;
}

/** Who is told of a question, and when. Recipients are `mail:ADDRESS` or `webhook:NAME`. */
export interface WaitNotice {
  readonly to?: readonly string[];
  /** Tells them again when it is still open then; several times, if there are several. */
  readonly remindAfterMs?: number | readonly number[];
  /**
   * Who else is told when it is still open after `escalateAfterMs` (default: a day). Lists in it are levels, one after the other: each
   * at its own time, or each as much later as the first.
   */
  readonly escalateTo?: readonly (string | readonly string[])[];
  readonly escalateAfterMs?: number | readonly number[];
  /** How long the links that they get are good for. */
  readonly expiresAfterMs?: number;
  /** `named`: being told gives no right to answer; only those whom `who` names get a link. Default: everybody who is told. */
  readonly linksFor?: 'named';
}

/** Who has answered, when it was not a user of the API: through which channel, under which id or address. */
export interface Answerer {
  readonly channel: string;
  readonly id?: string;
  readonly email?: string;
}

/** Names one activation: the n-th of a node. */
export interface ActivationName {
  readonly node: NodeId;
  readonly activation: number;
}

/** The ceilings of the engine that started the run, which an operator may change later. */
export type ComputedCeilings = {
  /** Children of a `map` at the same time. */
  readonly mapConcurrency: number;
  /** Milliseconds of a delay or a deadline. */
  readonly durationMs: number;
};

export interface RunStarted extends EventBase {
  readonly type: 'run.started';
  readonly run: RunId;
  readonly workflow: { readonly id: WorkflowId; readonly version: VersionId };
  /** The number of the decision rules that this journal was written under. */
  readonly rules: number;
  readonly input?: Json;
  /** The node to start at, when the caller named one; the graph was compiled with it. */
  readonly start?: NodeId;
  /** What a parent has left; bounds this run in addition to its own policy. */
  readonly budget?: { readonly tokens?: number; readonly usd?: number };
  readonly parent?: { readonly run: RunId; readonly path: string };
  /** What values that templates compute cannot exceed; only where templates compute such values. */
  readonly ceilings?: ComputedCeilings;
  /**
   * The run whose results it has taken over, and may continue to use (`reuses`); `asked` is a hash of what else the caller
   * wanted, if they gave a key; `again` is what it has not taken over because whoever wanted it may not answer it. The kernel
   * ignores it.
   */
  readonly forkedFrom?: {
    readonly run: RunId;
    readonly reuses?: true;
    readonly asked?: string;
    readonly again?: readonly string[];
  };
  /** Who imported the run: everything in its journal is then only claimed. The kernel ignores it. */
  readonly importedBy?: string;
  /** The `traceparent` of the caller; ignored by the kernel. */
  readonly trace?: string;
  /** No provider of models is asked, by the run and its children: the offline model answers. The kernel only keeps it. */
  readonly offline?: true;
  /** It begins when no further start has joined it for a while (SPEC K600). */
  readonly quiet?: QuietPeriod;
}

/** What `policy.runs.debounce` says of one start. A type, not an interface: it is JSON. */
export type QuietPeriod = {
  readonly key: string;
  readonly ms: number;
  readonly maxMs?: number;
};

/** A further start has become part of the run before that begins: its input is the newest (SPEC K600). */
export interface RunJoined extends EventBase {
  readonly type: 'run.joined';
  /** Names the start: one that arrives twice is one. */
  readonly start: string;
  readonly input?: Json;
  /** Under which a repeated start finds the run; the kernel ignores it. */
  readonly idempotencyKey?: string;
}
/** What the call of a function tells. */
export interface CallEvent extends EventBase, ActivationName {
  /** When the call began, if it had to queue for a slot; only on the first event that it tells. The kernel ignores it. */
  readonly beganAt?: number;
}

export interface NodeCompleted extends CallEvent, NodeResult {
  readonly type: 'node.completed';
  readonly usage?: Usage;
  /** Somebody has put it in the place of what the node gave, in this run or in one that it was forked from. The kernel ignores it. */
  readonly changed?: true;
}
/** A failure that no further attempt can change. */
export interface NodeFailed extends CallEvent {
  readonly type: 'node.failed';
  readonly failure: Failure;
  readonly usage?: Usage;
}
/** One attempt failed; the kernel decides whether there is another. */
export interface AttemptFailed extends CallEvent {
  readonly type: 'attempt.failed';
  readonly attempt: number;
  readonly failure: Failure;
  readonly usage?: Usage;
}
/** A function inside a running node asks and suspends (`io.wait`). */
export interface NodeWaiting extends CallEvent {
  readonly type: 'node.waiting';
  /** Names the question inside the activation, so that its answer finds its place when the function runs again. */
  readonly key: string;
  readonly question: WaitQuestion;
  /**
   * Of functions that may ask several questions at a time: it now waits, with so many open. Absent: it goes on with something else
   * meanwhile.
   */
  readonly open?: number;
}
/** The result of one effect inside an activation (`io.step`). */
export interface StepRecorded extends CallEvent {
  readonly type: 'step.recorded';
  readonly key: string;
  readonly value?: Json;
  readonly usage?: Usage;
  /** The event that the step has sent. */
  readonly emitted?: EmittedEvent;
}
export interface EmittedEvent {
  readonly name: string;
  readonly data?: Json;
}
export interface WaitAnswered extends EventBase {
  readonly type: 'wait.answered';
  readonly wait: WaitId;
  /** As normalised by the node type's `accept`. */
  readonly answer: Json;
  /** What `accept` made of it, for a node that is itself a wait; without it the answer is the value. */
  readonly result?: NodeResult;
  /** The condition of the node could not be computed with the data of this event: the node fails. */
  readonly failure?: Failure;
  /** A user, or somebody who came another way. */
  readonly by?: string | Answerer;
  /** Who imported the run with this answer: who gave it is then only claimed, and not kept. */
  readonly importedBy?: string;
  /** Where a limit is raised: the restarted counts begin after this too. */
  readonly below?: SpentBelow;
}
export interface WaitExpired extends EventBase {
  readonly type: 'wait.expired';
  readonly wait: WaitId;
}
export interface TimerFired extends EventBase {
  readonly type: 'timer.fired';
  readonly timer: string;
}
export interface ChildWaiting extends EventBase, ActivationName {
  readonly type: 'child.waiting';
  readonly index: number;
  readonly waits: readonly ChildWait[];
}
export interface ChildResumed extends EventBase, ActivationName {
  readonly type: 'child.resumed';
  readonly index: number;
}
export interface ChildFinished extends EventBase, ActivationName {
  readonly type: 'child.finished';
  readonly index: number;
  readonly status: 'completed' | 'failed' | 'stopped' | 'cancelled' | 'stalled';
  readonly output?: Json;
  readonly failure?: Failure;
  readonly usage?: Usage;
  /** Somebody has put its output in the place of what the child run gave. The kernel ignores it. */
  readonly changed?: true;
}
/** The next paid call does not fit into what is left: of this run's budget, or of that of a run above it (SPEC K113). */
export interface BudgetReached extends EventBase {
  readonly type: 'budget.reached';
  readonly limit: 'tokens' | 'usd';
  /** The activation that wanted to make the call; absent when it belongs to a run below this one. */
  readonly node?: NodeId;
  readonly activation?: number;
  /** It is the budget of a run above: this one is paused until that one continues. */
  readonly above?: true;
  readonly below?: SpentBelow;
}
/** What child runs have spent and this run has not been told yet. */
export type SpentBelow = { readonly tokens: number; readonly usd: number };
export interface BudgetRaised extends EventBase {
  readonly type: 'budget.raised';
  /** Empty when the run was paused because of a run above it. */
  readonly wait: WaitId;
  readonly maxSteps?: number;
  readonly timeoutMs?: number;
  readonly tokens?: number;
  readonly usd?: number;
}
/** The tree of runs below this one has become too large (SPEC K400). */
export interface TreeOutgrown extends EventBase {
  readonly type: 'tree.outgrown';
  readonly limit: TreeLimit;
  readonly max: number;
}
/** The host's answer to the effect `continue`. */
export interface RunContinued extends EventBase {
  readonly type: 'run.continued';
}
export interface RunCancelled extends EventBase {
  readonly type: 'run.cancelled';
  readonly reason?: string;
}
/** A person asks for another try of a failed node. */
export interface NodeRetried extends EventBase, ActivationName {
  readonly type: 'node.retried';
}

/** All slots across runs that it waited for are taken; without a node, for the run itself (SPEC K361, K363). */
export interface SlotGranted extends EventBase {
  readonly type: 'slot.granted';
  readonly node?: NodeId;
  readonly activation?: number;
}
/** The slots that it waited for will never be free (SPEC K602). */
export interface SlotRefused extends EventBase {
  readonly type: 'slot.refused';
  readonly node?: NodeId;
  readonly activation?: number;
  readonly failure: Failure;
}
/** A newer activation with the same debounce key is executed in its place (SPEC K2300). */
export interface SlotSuperseded extends EventBase, ActivationName {
  readonly type: 'slot.superseded';
  /** The run of the newer one. */
  readonly by: RunId;
}
/** The run goes on in another version of its workflow (SPEC K340). */
export interface RunMoved extends EventBase, StateCarrier {
  readonly type: 'run.moved';
  readonly from: VersionId;
  readonly to: VersionId;
  /** `strict`: every recorded result would be the same in the new version; `keep`: they stay whatever it says. */
  readonly recorded: 'keep' | 'strict';
  readonly by?: string;
}
/** A failed run goes on where it failed (SPEC K343). */
export interface RunResumed extends EventBase, StateCarrier {
  readonly type: 'run.resumed';
  /** What came after this entry no longer counts. */
  readonly after: number;
  /** What is tried again. */
  readonly activations: readonly ActivationName[];
  /** When it goes on in another version. */
  readonly from?: VersionId;
  readonly to?: VersionId;
  readonly by?: string;
}
/** An entry from whose state the run goes on, so that its journal is rebuilt without the versions before it. */
export interface StateCarrier {
  /** As `dumpState` wrote it, in terms of the version that the run goes on in. */
  readonly state: Json;
}

/** A wait of a child run, as its parent lists it (`node/0/review`). */
export interface ChildWait {
  readonly id: WaitId;
  readonly node: string;
  readonly question: WaitQuestion;
  readonly createdAt: number;
  readonly deadlineAt: number | null;
}

export type RunEvent =
  | RunStarted
  | NodeCompleted
  | NodeFailed
  | AttemptFailed
  | NodeWaiting
  | StepRecorded
  | WaitAnswered
  | WaitExpired
  | TimerFired
  | ChildWaiting
  | ChildResumed
  | ChildFinished
  | BudgetReached
  | BudgetRaised
  | TreeOutgrown
  | RunContinued
  | RunCancelled
  | NodeRetried
  | SlotGranted
  | SlotRefused
  | SlotSuperseded
  | RunJoined
  | RunMoved
  | RunResumed;
