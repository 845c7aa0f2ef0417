// Open things
// What a run has under way outside the kernel. Each posts events of its own, and is the `source` of them.
//
// O1. `live` turns false in the moment in which an event ends or cancels the thing, before that event is in the journal:
//     what the thing posted but is not yet applied is dropped, so a late result is never written.
import type { ChildEffect, EmitEffect, WaitEffect } from '@skein/kernel';
import type { Execution } from '../execution/execution.ts';
import type { RunDriver } from '../driver/run-driver.ts';

interface Living {
  live: boolean;
}

export interface OpenWait extends Living {
  readonly type: 'wait';
  readonly effect: WaitEffect;
  /** The name of the event that it waits for. */
  readonly event: string | undefined;
  /** The kept event that its answer uses up. */
  takes: string | null;
  disarm: (() => void) | null;
}

export interface OpenTimer extends Living {
  readonly type: 'timer';
  readonly timer: string;
  readonly at: number;
  /** A run that has such a timer goes on by itself. */
  readonly drives: boolean;
  disarm: (() => void) | null;
}

export interface Emission extends Living {
  readonly type: 'emission';
  readonly effect: EmitEffect;
  /** Begun before a restart: whoever has the event already must not get it again. */
  readonly isRepeated: boolean;
  disarm: (() => void) | null;
}

export interface OpenChild extends Living {
  readonly type: 'child';
  readonly effect: ChildEffect;
  /** Null until its workflow is known. */
  driver: RunDriver | null;
  isSettled: boolean;
}

/** What an event can come from. */
export type Source = Execution | OpenWait | OpenTimer | Emission | OpenChild;

/** What is done about an effect once its event is in the journal. */
export type Task =
  | Execution
  | OpenWait
  | OpenTimer
  | Emission
  | OpenChild
  | { readonly type: 'abort'; readonly execution: Execution }
  | { readonly type: 'cancel-child'; readonly child: OpenChild }
  | { readonly type: 'disarm'; readonly armed: OpenWait | OpenTimer }
  | { readonly type: 'continue' };
