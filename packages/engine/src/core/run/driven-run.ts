// A driven run
// What everybody but its driver sees of a run: they post events, read its state and what it has in flight, and can give it
// up. Only the driver (run-driver.ts) changes any of it. These types name each other, so they stand in one file.
import type { DialectName, Projector } from '@skein/dialects';
import type {
  ActivationName,
  ChildEffect,
  ExecuteEffect,
  Graph,
  Json,
  JsonObject,
  LateSet,
  RunId,
  RunState,
  Usage,
  WaitId,
} from '@skein/kernel';
import type { AuditEntry, NodeFunction, NodeType, PaidCall, RunOrigin } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import type { UnreadMessages } from '../../state/snapshots/unread-messages.ts';
import type { CallSlots } from './call-slots.ts';
import type { Draft } from './draft.ts';
import type { Emission, Living, OpenSlot, OpenTimer, OpenWait } from './open-things.ts';
import type { Piece } from './live-text.ts';
import type { RunWatchers } from './run-watchers.ts';

/** A run as it is, whoever drives it. */
export interface RunView {
  readonly id: RunId;
  readonly graph: Graph;
  readonly dialect: DialectName;
  readonly origin: RunOrigin;
  readonly state: RunState;
  /** The `traceparent` of who asked for it, or for the run at the top. */
  readonly trace: string | null;
  /** Null when all messages of its conversations are in the state. */
  readonly unread: UnreadMessages | null;
}

/** An event that a function sends. */
export interface SentByFunction {
  readonly id: string;
  readonly name: string;
  readonly data?: Json;
  /** Perhaps some have it already. */
  readonly isRepeated: boolean;
}

/** What the functions of a run reach through it. */
export interface RunPorts extends Ports<
  | 'store'
  | 'clock'
  | 'ids'
  | 'ceilings'
  | 'models'
  | 'tools'
  | 'checkAhead'
  | 'observer'
  | 'outbox'
  | 'isDraining'
> {
  readonly slots: CallSlots;
  readonly sendFrom: (run: RunView, event: SentByFunction) => Promise<void>;
}

export interface DrivenRun extends RunView {
  readonly runtime: RunPorts;
  readonly inFlight: OpenThings;
  readonly watchers: RunWatchers;
  /** What is written with the events that are applied next: lines of the audit log. */
  readonly changes: { note(entry: AuditEntry): void };
  readonly parent: ParentLink | null;
  /** Null while nothing was paid for. */
  readonly budget: BudgetLevel | null;
  /** What it may use again of the run that it replays; undefined for all other runs. */
  readonly reuse: Reuse | undefined;
  /** Counts who drove the run; a store refuses what an earlier one writes. */
  readonly epoch: number;
  /** Ended, lost or closed: nothing is taken any more. */
  readonly isGone: boolean;
  /** Whether events are on their way into the journal. */
  readonly isBusy: boolean;
  /** About how many bytes of its journal its state holds; null where whole journals are at hand. */
  readonly snapshots: { readonly held: number } | null;
  /** Whether a cancel is among the events that are applied next. */
  readonly isAboutToEnd: boolean;
  /** Whether more was spent than there is, here or in a run above. */
  readonly isOverrun: boolean;
  /** Takes an event from outside; `done` is called when it is in the journal, `refused` when it came too late. */
  post(
    draft: Draft,
    source: Source | null,
    done?: () => void,
    refused?: (error: unknown) => void,
  ): void;
  /** Bytes of its journal and its files that the size of its tree does not contain yet. */
  unmeasured: number;
  /** The same as a promise. */
  record(draft: Draft, source: Source | null, prepare?: () => Error | null): Promise<void>;
  /** When what is on its way into the journal is there, or was given up. */
  written(): Promise<void>;
  tellWatchers(from: ActivationName, data: JsonObject): void;
  /** Leave to pay for something; the function gives the room back (Tree budget). */
  reserve(execution: OpenExecution, cost: () => PaidCall): Promise<() => void>;
  /** Opens a call in the place of one that was given up. */
  callAgain(effect: ExecuteEffect): OpenExecution;
  /** From the entry on that is being applied, it follows another version. */
  moveTo(moved: MovedDriver): void;
  joinParent(link: ParentLink): void;
  /** Gives the run up without writing anything: it is as if this process had died. */
  lose(reason: unknown): void;
  /** Gives the run up because of its store, and opens it anew when that is back. */
  refuse(error: unknown): void;
  /** Leaves the run to the store; whoever needs it next claims and loads it. */
  release(wakeAt: number | null): Promise<void>;
}

/** What a run follows from the moment on in which it is moved to another version. */
export interface MovedDriver extends Pick<RunView, 'graph' | 'dialect' | 'origin'> {
  /** Knows the entries before. */
  readonly projector: Projector | null;
}

export interface ParentLink {
  readonly driver: DrivenRun;
  readonly child: OpenChild;
  /** The version of the waits that the parent was last told; null while it thinks that the child works. */
  toldWaits: number | null;
}

/** What a run has in flight, by the names under which the kernel cancels them. */
export interface OpenThings {
  readonly executions: {
    readonly isEmpty: boolean;
    get(name: ActivationName): OpenCall | undefined;
    values(): Iterable<OpenCall>;
  };
  readonly waits: ReadonlyMap<WaitId, OpenWait>;
  readonly timers: ReadonlyMap<string, OpenTimer>;
  /** By activation, then by index. */
  readonly children: ReadonlyMap<number, ReadonlyMap<number, OpenChild>>;
  /** Kept events that a wait has taken, or is about to: two waits may have read the same list of them. */
  readonly takenEvents: LateSet<string>;
  /** Slots across runs, by activation. */
  readonly slots: ReadonlyMap<string, OpenSlot>;
  /** How many of them are waited for. */
  readonly queuedSlots: number;
  /** Waits for events that have not yet seen what was kept for the run. */
  readonly lookingWaits: LateSet<OpenWait>;
  /** Timers after which the run continues by itself. */
  readonly drivingTimers: number;
  readonly unsettledChildren: number;
  /** Changes with every wait that opens or closes, here or in a child. */
  readonly waitsVersion: number;
  /** No function, no child: only time, people and events can bring the run on. */
  readonly isOnlyTimers: boolean;
  /** Notes that a child has settled, or works again. */
  settleChild(child: OpenChild, isSettled: boolean): void;
}

/** One call of a node function. */
export interface OpenExecution extends Living {
  readonly type: 'execution';
  effect: ExecuteEffect;
  readonly driver: DrivenRun;
  /** Whether it waits for a slot, and nothing of it has begun (Call slots). */
  readonly isQueued: boolean;
  /** Whether the function is in memory, suspended in a wait. */
  readonly isSuspended: boolean;
  /** Whether its function was called and has not ended; one that only waits for a person is not in flight. */
  readonly isInFlight: boolean;
  /** Suspended in a question, with nothing else on its way: it can as well be called again with the answer. */
  readonly isAtRest: boolean;
  /** Whether it counts among those that work (Call slots). */
  readonly hasSlot: boolean;
  /** Whether its function asks several questions at a time. */
  readonly asksTogether: boolean;
  /** Whether another process was told to call its function, and has not said that this is over: it asks for what came meanwhile. */
  isAway: boolean;
  /** Whether its function may have been called before, here or in another process. */
  mayHaveBegun: boolean;
  readonly signal: AbortSignal;
  /** What it has streamed and not recorded yet. */
  streamed(): readonly Piece[];
  queue(): void;
  leaveQueue(): void;
  start(type: CallableType, isGuarded: boolean): void;
  /** Continues with the answer to the question that the function is suspended in. */
  resume(): void;
  fail(thrown: unknown): void;
  /** The cancel is in the journal: tell the function. */
  abort(): void;
}

/** What is called of a node type. */
export interface CallableType extends Pick<NodeType, 'halves' | 'asksInSteps'> {
  readonly run: NodeFunction;
}

export type OpenCall = OpenExecution | Emission;

export interface OpenChild extends Living {
  readonly type: 'child';
  readonly effect: ChildEffect;
  /** Null until its workflow is known. */
  driver: DrivenRun | null;
  isSettled: boolean;
}

/** What an event can come from. */
export type Source = OpenExecution | OpenWait | OpenTimer | OpenSlot | Emission | OpenChild;

/** What is done about an effect once its event is in the journal. */
export type Task =
  | Source
  | { readonly type: 'abort'; readonly execution: OpenExecution }
  | { readonly type: 'cancel-child'; readonly child: OpenChild }
  | { readonly type: 'disarm'; readonly armed: OpenWait | OpenTimer }
  | { readonly type: 'free-slot'; readonly slot: OpenSlot }
  /** What the run had in a process that died is given back, unless it still needs it. */
  | { readonly type: 'sync-slots' }
  | { readonly type: 'continue' };

/** What a run and the runs below it have spent, told or not. */
export interface BudgetLevel {
  readonly tree: BudgetOfTree;
  tokens: number;
  usd: number;
}

/** Who pays in a tree of runs asks here first (Tree budget). */
export interface BudgetOfTree {
  /** Leave to make a call; the function gives the room back, once what was spent is in the journal. */
  reserve(execution: OpenExecution, call: PaidCall): Promise<() => void>;
  /** Whether more than there is was spent, in the run or in one above: then nothing new may begin. */
  isOverrun(run: DrivenRun): boolean;
  /** The run stood still when it was last seen. */
  hold(run: DrivenRun): void;
  /** Something may have changed: a call has ended, a run has paused, continued or ended. */
  look(): void;
  /** A run has spent without asking, or more than it had reserved: the runs above it must not continue either. */
  lookAbove(run: DrivenRun): void;
}

/** What a replay uses again of an earlier run (replays/replay-reuse.ts). */
export interface Reuse {
  /** Ends the activation with what was recorded, if it was; else its function must be called. */
  endActivation(execution: OpenExecution): boolean;
  /** What the same step gave, or null; then it is noted as made. */
  step(
    execution: OpenExecution,
    request: Json,
  ): { readonly value: Json | undefined; readonly usage: Usage } | null;
  /** Gives the answer that the same question had, if it had one. */
  answer(run: DrivenRun, wait: OpenWait): void;
  /** A call that was really made gave something. */
  noteAnswered(): void;
}
