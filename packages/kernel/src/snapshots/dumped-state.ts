// The shape of a dump
// What `dumpState` writes and `loadState` reads; nobody else looks inside.
import type { SlotRequest } from '../effects.ts';
import type { ChildWait, WaitQuestion } from '../events.ts';
import type { Failure, RunError, RunWarning } from '../failure.ts';
import type { WaitId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Activation, ActivationExtra, Asked, Children, NodeState } from '../state/living.ts';
import type { Quiet, RunOrigin, RunResponse, RunState, Timer } from '../state/run-state.ts';

export type Name = readonly [node: number, n: number];
export type DumpedTag = readonly (readonly [loop: number, round: number])[];
export type DumpedCause = readonly [edge: string, node: string, activation: number];

export interface DumpedToken {
  readonly edge: number;
  readonly tag: DumpedTag;
  readonly value?: Json;
  readonly context: string | null;
  readonly cause: DumpedCause;
  readonly order: number;
}

export interface DumpedChildren extends Omit<
  Children,
  'running' | 'waiting' | 'results' | 'items' | 'collect'
> {
  /** Only when it is true: dumps of older releases do not have it. */
  readonly collect?: boolean;
  readonly items: Json;
  readonly running: readonly number[];
  readonly waiting: readonly (readonly [number, readonly ChildWait[]])[];
  readonly results: readonly (readonly [number, Json])[];
}

export interface DumpedSlot extends SlotRequest {
  readonly isGranted: boolean;
}

export interface DumpedExtra extends Partial<
  Pick<
    ActivationExtra,
    'wait' | 'resume' | 'timer' | 'timeLeftMs' | 'mutex' | 'handOff' | 'failingSince' | 'retries'
  >
> {
  /** That of the wait, which has it too. */
  readonly waitKey?: string;
  readonly slot?: DumpedSlot;
  readonly missing?: readonly number[];
  readonly missingTexts?: readonly string[];
  readonly failure?: Failure;
  readonly asked?: readonly ({ readonly key: string } & Asked)[];
  readonly begun?: number;
  readonly recorded?: readonly { readonly key: string; readonly value?: Json }[];
  readonly children?: DumpedChildren;
  readonly result?: {
    readonly value?: Json;
    readonly ports: readonly { readonly port: string; readonly value?: Json }[];
  };
}

export interface DumpedActivation {
  readonly node: number;
  readonly n: number;
  readonly born: number;
  readonly status: Activation['status'];
  readonly tag: DumpedTag;
  readonly inputs: Json;
  readonly previous?: Json;
  readonly context: string;
  readonly causes: readonly DumpedCause[];
  readonly attempt: number;
  readonly config?: Json;
  readonly started: boolean;
  readonly startedAt: number | null;
  readonly extra?: DumpedExtra;
}

export interface DumpedNode {
  readonly count: number;
  readonly alive: readonly DumpedActivation[];
  readonly outputs: readonly (readonly [
    string,
    number,
    number,
    Json,
    readonly string[],
    DumpedTag,
    number,
  ])[];
  readonly ended?: NodeState['ended'];
  readonly failed?: {
    readonly activation: number;
    readonly failure: Failure;
    readonly attempt: number;
    readonly inputs: Json;
    readonly previous?: Json;
    readonly context: string;
    readonly causes: readonly DumpedCause[];
    readonly tag: DumpedTag;
  };
  readonly skipReason?: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
}

export interface DumpedCell {
  readonly name: string;
  /** Absent when it was removed. */
  readonly value?: Json;
  /** Absent while it is as the definition says. */
  readonly writer?: readonly [node: string, activation: number, seq: number];
}

/** Its keys are those of the first versions: a snapshot of any of them can be loaded, however the state is arranged now. */
export interface Dumped
  extends
    Pick<
      RunState,
      | 'status'
      | 'seq'
      | 'updatedAt'
      | 'steps'
      | 'order'
      | 'limits'
      | 'paused'
      | 'unanswered'
      | 'usage'
      | 'stopReason'
    >,
    Omit<RunOrigin, 'input' | 'inputId'> {
  readonly gateClosed: boolean;
  readonly response?: RunResponse;
  readonly stepsBase: number;
  readonly passesBase: number;
  readonly usageBase: RunState['countsFrom']['usage'];
  readonly activeMs: number;
  readonly activeSince: number | null;
  readonly runTimer: string | null;
  readonly novel: number;
  readonly input?: Json;
  readonly output?: Json;
  readonly inputId: readonly [string, number] | null;
  readonly nodes: readonly (readonly [number, DumpedNode])[];
  readonly held: readonly DumpedToken[];
  /** Joins whose tokens did not all go together once, by node. */
  readonly unpooled: readonly number[];
  readonly kept: readonly (readonly [
    number,
    readonly {
      readonly tag: DumpedTag;
      readonly value?: Json;
      readonly context: string | null;
      readonly order: number;
    }[],
  ])[];
  readonly covered: readonly (readonly [number, readonly DumpedTag[]])[];
  readonly contexts: readonly {
    readonly id: string;
    readonly messages: Json;
    readonly settings: JsonObject;
  }[];
  /** Only where the definition declares some. */
  readonly state?: readonly DumpedCell[];
  readonly staged?: readonly DumpedCell[];
  readonly ready: readonly (readonly Name[])[];
  readonly agenda: readonly (readonly DumpedToken[] | Name)[];
  readonly queue: readonly (DumpedToken | Name)[];
  readonly pass: {
    readonly number: number;
    readonly current: readonly Name[];
    readonly next: readonly Name[];
    readonly finishing: readonly Name[];
  };
  readonly background: readonly {
    readonly activation: DumpedActivation;
    readonly children: DumpedChildren;
  }[];
  readonly rounds: readonly (readonly [number, number])[];
  /** Dumps of older releases do not have it, and neither do those of runs without such limits. */
  readonly slot?: DumpedSlot;
  /** Only of a run that has not begun. */
  readonly quiet?: Omit<Quiet, 'lastAt'> & { readonly lastAt?: number };
  readonly mutexes: readonly (readonly [string, readonly Name[]])[];
  readonly waits: readonly {
    readonly id: WaitId;
    readonly node?: number;
    readonly activation: number;
    readonly question: WaitQuestion;
    readonly createdAt: number;
    readonly deadlineAt?: number;
    readonly key?: string;
  }[];
  readonly timers: readonly (Omit<Timer, 'activation'> & { readonly activation: Name | null })[];
  readonly repeats: readonly (readonly [string, number, number])[];
  readonly terminals: readonly (readonly [number, Json])[];
  readonly error: RunError | null;
  readonly failures: readonly RunError[];
  readonly warnings?: readonly RunWarning[];
}
