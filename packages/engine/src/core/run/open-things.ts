// Open things
// What a run has in flight outside the kernel. Each posts events of its own, and is the `source` of them.
//
// O1. `live` turns false in the moment in which an event ends or cancels the thing, before that event is in the journal:
//     what the thing posted but is not yet applied is dropped, so a late result is never written.
import type { EmitEffect, SlotEffect, WaitEffect } from '@skein/kernel';

export interface Living {
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
  /** A run that has such a timer continues by itself. */
  readonly drives: boolean;
  disarm: (() => void) | null;
}

/** Slots across runs: asked for, or taken. */
export interface OpenSlot extends Living {
  readonly type: 'slot';
  readonly effect: SlotEffect;
  isGranted: boolean;
  /** What begins when a run that was taken over has back what it had; null when it does not have to be awaited. */
  regained: (() => void)[] | null;
  /** What is being done about it in the store. */
  work: Promise<void> | null;
}

export interface Emission extends Living {
  readonly type: 'emission';
  readonly effect: EmitEffect;
  /** Begun before a restart: whoever has the event already must not get it again. */
  readonly isRepeated: boolean;
  /** It is being sent; not while it waits for another try. */
  isInFlight: boolean;
  disarm: (() => void) | null;
}

/** Whether a run that has a timer for this purpose continues by itself. */
export function isDriving(purpose: string | undefined): boolean {
  return purpose === 'delay' || purpose === 'retry' || purpose === 'quiet' || purpose === 'sleep';
}
