// What a run asked the outside, and what it got
// Worked out from journals: results are in there, and what was asked for them follows from the definition and earlier results.
import type { Failure, Json, Usage } from '@skein/kernel';
import type { Tool } from '../tools/tool.ts';

export interface RecordedRun {
  /** Of the run and the runs below it, in the order of their results. */
  readonly calls: readonly RecordedCall[];
  /** The tools that were looked for. */
  readonly tools: readonly RecordedToolUse[];
  /** What people and events have answered, in order. */
  readonly answers: readonly RecordedAnswer[];
  /** Recorded results of which nobody can say any more what they answer. */
  readonly unknown: readonly UnknownCalls[];
  /** Whether an id was made in this run: in another one the same place has another id. */
  readonly isOwnId: (id: string) => boolean;
}

export interface RecordedCall {
  /** The way to the run below that made it, as in `each#1/0`; empty for the run itself. */
  readonly path: string;
  readonly node: string;
  readonly activation: number;
  /** Of the recorded step; the one that would have been, where the call failed. */
  readonly key: string;
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
  /** See `StepOptions.request`. */
  readonly request: Json;
  readonly outcome: { readonly value: Json | undefined } | { readonly failure: Failure };
  readonly usage?: Usage;
}

export interface RecordedToolUse {
  readonly tool: Tool;
  /** It was found in the list of all tools, not only by its name. */
  readonly isListed: boolean;
}

export interface RecordedAnswer {
  /** The way to the node that asked, as people write it: `review`, `each/0/review`; empty for a limit. */
  readonly node: string;
  readonly answer: Json;
  /** How long the wait had been open. */
  readonly afterMs: number;
  /** The name of the event that answered. */
  readonly event?: string;
}

export interface UnknownCalls {
  readonly path: string;
  readonly node: string;
  readonly activation: number;
  readonly reason: string;
}
