// Leases
// Which server drives which run. A server is alive until a time that it renews, in one row for all its runs. A run has an
// owner or none, and an epoch that counts its owners: whoever claims it makes the epochs before worthless (S5).
//
// L1. A run has one owner at a time. A claim of fifty at once is won by one.
// L2. A run is due when it has not ended and its owner is dead, or when nobody owns it and its `wakeAt` has come.
// L3. Whoever takes a run from an owner whose lease ran out, which resigned from nothing, counts a death of the run: the next
//     one when nothing was appended since the death before, otherwise the first.
import type { RunId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

export interface LeaseStore {
  /** This server is alive until then. */
  renew(owner: string, until: number): Awaitable<void>;
  /** Takes a run that nobody alive owns, or that is the owner's already. Undefined when there is no such run. */
  claim(run: RunId, owner: string, now: number): Awaitable<Claim | undefined>;
  /** Takes runs that are due (L2): users take turns, and of each user come those first that have been due longest. */
  claimDue(owner: string, now: number, limit: number): Awaitable<readonly ClaimedRun[]>;
  /** When something is due next: `now` when something is, null when nothing will be by itself. */
  nextDue(now: number): Awaitable<number | null>;
  /** This server is gone: its runs are due at once. */
  resign(owner: string): Awaitable<void>;
}

export type Claim =
  | { readonly epoch: number }
  /** Someone else has it; `until` when that lease ends unless it is renewed. */
  | { readonly owner: string; readonly until: number };

export interface ClaimedRun {
  readonly run: RunId;
  readonly epoch: number;
}
