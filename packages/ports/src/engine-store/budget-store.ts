import { runId, type RunId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

/** What a tree of runs has spent: one counter for each root run, changed by the appends of whoever spends. */
export interface BudgetStore {
  /** Zeros when nothing was spent. */
  get(root: RunId): Awaitable<TreeSpending>;
}

/**
 * The counter of the bytes that a user's runs have in their journals, among those of trees. It grows with the counters of the user's trees
 * as far as their appends say so (`spent.user`), and shrinks by what they had when they are deleted.
 */
export function userCounter(user: string): RunId {
  // No run has an id with a space in it.
  return runId(`user ${user}`);
}

/** What a whole tree has used up. */
export interface TreeSpending extends Spending {
  /** Of its journals, as far as they were counted. */
  readonly bytes: number;
}

export interface Spending {
  readonly tokens: number;
  readonly usd: number;
}

/** What a call that is about to be made will cost. */
export interface PaidCall {
  /** What is sent, whatever comes back. */
  readonly least: Spending;
  /** With the longest answer. */
  readonly most: Spending;
}
