// Slots across runs
// What is counted by key over all runs and processes: how many run at once (given back when it is over), how many start in a
// period (given back by time). Whoever finds a key full queues for it.
//
// Q1. Of those who queue for a key, the lowest priority goes first, then who came first. Whoever was passed over `passedMax` times
//     goes before all others, so that nobody starves.
// Q2. The one whose turn it is decides with its own limit whether there is room; those behind it never overtake it for that.
// Q3. A slot belongs to a run. It is free when that run has ended, is gone or quarantined, and when nobody has driven the run for
//     `abandonedMs` after the end of a lease: usually another process has taken it over before.
// Q4. Asking is idempotent: what is asked again keeps its place, or its slot.
// Q5. Of those who want a key with a quiet period, the newest gets it when so long no newer one has come, or `maxMs` after the first
//     of them has; in that moment the others are superseded. If the newest is gone before, the next newest takes its place: what
//     somebody wanted last is never lost.
import type { RunId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

export interface SlotStore {
  /** Asks for a slot, and grants whatever the key has room for. */
  ask(slot: SlotAsk, now: number): Awaitable<SlotNews>;
  /** Gives slots back, or gives up waiting for them, and grants what that makes room for. */
  free(slots: readonly SlotName[], now: number): Awaitable<SlotNews>;
  /** Grants what time, or the end of a process, has made room for. */
  look(key: string, now: number): Awaitable<SlotNews>;
  /** Which of these have been granted, by whomever. */
  granted(slots: readonly SlotName[]): Awaitable<readonly SlotName[]>;
  /** Which of these have been superseded (Q5). */
  superseded(slots: readonly SlotName[]): Awaitable<readonly SupersededSlot[]>;
  /** Everything that a run has or waits for. */
  ofRun(run: RunId): Awaitable<readonly SlotName[]>;
  /** Who has the key, then who waits for it, in their order; the first ones. */
  list(key: string, limit: number): Awaitable<readonly SlotRecord[]>;
}

/** How often one that came later may go first. */
export const passedMax = 10;
/** How long nobody may drive a run before its slots are free. */
export const abandonedMs = 5000;

export interface SlotName {
  readonly key: string;
  /** Who: a run, or an activation of it. */
  readonly id: string;
}

export interface SlotAsk extends SlotName {
  readonly run: RunId;
  readonly limit: number;
  /** Lower first. */
  readonly priority: number;
  /** It is given back by time; absent: by `free`. */
  readonly perMs?: number;
  /** Only the newest gets it, after so long without a newer one (Q5). */
  readonly quietMs?: number;
  readonly maxMs?: number;
}

export interface SlotNews {
  /** Granted by this call; what was asked for also when it was granted before. */
  readonly granted: readonly GrantedSlot[];
  /** Superseded by this call; what was asked for also when it was superseded before. */
  readonly superseded: readonly SupersededSlot[];
  /** When time makes room for somebody who waits; null when it does not. */
  readonly nextAt: number | null;
}

export interface GrantedSlot extends SlotName {
  readonly run: RunId;
}

export interface SupersededSlot extends GrantedSlot {
  /** The run of the newest. */
  readonly by: RunId;
}

export interface SlotRecord extends GrantedSlot {
  readonly isGranted: boolean;
  readonly at: number;
  readonly priority: number;
}
