// The observer port
// Somebody who measures what an engine does: spans, metrics. It only looks: nothing that it does or fails to do changes a run, and
// nothing is kept for it. An engine without one pays nothing.
import type { Derived, Graph, NodeId, RunEvent, RunId, WaitId } from '@skein/kernel';
import type { LanguageModel } from '../models/model.ts';
import type { RunOrigin } from '../engine-store/run-store.ts';
import type { ToolSource } from '../tools/tool.ts';

export interface Observer {
  /** Gives it a way to ask what the engine has to do. */
  watchLoad(load: () => EngineLoad): void;
  /** Rows that are in the journal now, each with what follows from it, before anybody acts on them. */
  rows(run: ObservedRun, rows: readonly RunEvent[], derived: readonly (readonly Derived[])[]): void;
  /** This process continues a run that was begun before: in another process, or before it left memory. */
  resumed(run: ObservedRun, begun: BegunThings): void;
  /** The run is not in memory any more: it has ended, waits in the store, or was given up. */
  left(run: RunId): void;
  /** A model for one activation that is observed while it is called. */
  model(model: LanguageModel, call: ObservedCall): LanguageModel;
  tools(tools: ToolSource, call: ObservedCall): ToolSource;
  /** The `traceparent` for requests that an activation makes itself; undefined when it is not traced. */
  traceOf?(call: ObservedCall): string | undefined;
  /** Somebody starts a run right now: the `traceparent` of what they are doing, or `given`, whichever is closer to them. */
  callerTrace?(given: string | undefined): string | undefined;
  /** This process is about to write the first row of a run: the `traceparent` to keep with it, for those who continue it. */
  starting?(run: ObservedRun): string | null;
  /** How to call the code of an activation so that what it traces itself belongs to the activation; undefined: as it is. */
  within?(call: ObservedCall): Within | undefined;
}

/** Calls the code, and gives back what it gives back. */
export type Within = <T>(code: () => T) => T;

export interface ObservedRun {
  readonly id: RunId;
  readonly origin: RunOrigin;
  readonly graph: Graph;
  /** The `traceparent` of who asked for it, or for the run at the top; null when nobody said one. */
  readonly trace: string | null;
}

/** The activation that a call belongs to. */
export interface ObservedCall {
  readonly run: ObservedRun;
  readonly node: NodeId;
  readonly activation: number;
}

/** What a resumed run has begun and not ended; times in milliseconds since 1970. */
export interface BegunThings {
  readonly createdAt: number;
  readonly activations: readonly {
    readonly node: NodeId;
    readonly activation: number;
    readonly startedAt: number;
  }[];
  readonly waits: readonly {
    readonly wait: WaitId;
    readonly node: NodeId;
    readonly activation: number;
    readonly kind: string;
    readonly createdAt: number;
  }[];
}

export interface EngineLoad {
  /** Runs in memory that have not ended. */
  readonly runs: number;
  /** Functions in flight. */
  readonly executing: number;
  /** Functions that wait for their turn. */
  readonly queued: number;
}
