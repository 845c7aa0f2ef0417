import type { Awaitable } from './awaitable.ts';

/** What a tree of runs has spent: one counter for each root run, changed by the appends of whoever spends. */
export interface BudgetStore {
  /** Zeros when nothing was spent. */
  get(root: string): Awaitable<Spending>;
}

export interface Spending {
  readonly tokens: number;
  readonly usd: number;
}
