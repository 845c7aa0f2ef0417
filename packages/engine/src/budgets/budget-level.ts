// One level of a tree's budget: what a run and the runs below it have spent, told or not.
import { isHandedOff, type RunState, type Usage } from '@skein/kernel';
import type { Spending } from '@skein/ports';
import type { RunDriver } from '../driver/run-driver.ts';
import { tokensOf } from './tokens-of.ts';
import { TreeBudget } from './tree-budget.ts';

export interface BudgetLevel {
  readonly tree: TreeBudget;
  tokens: number;
  usd: number;
}

/** Made when something is first spent or asked for: most runs pay for nothing. */
export function levelOf(driver: RunDriver): BudgetLevel {
  if (driver.budget !== null) return driver.budget;
  const { parent } = driver;
  const tree = parent === null ? new TreeBudget() : levelOf(parent.driver).tree;
  driver.budget = { tree, ...spentSoFar(driver) };
  return driver.budget;
}

/** As states know it: a run's own, that of its ended children, and what the living ones have not reported yet. */
function spentSoFar({ state, underWay }: RunDriver): Spending {
  let tokens = tokensOf(state.usage);
  let { usd } = state.usage;
  for (const siblings of underWay.children.values()) {
    for (const { driver } of siblings.values()) {
      if (driver === null) continue;
      const below = driver.budget ?? spentSoFar(driver);
      tokens += below.tokens;
      usd += below.usd;
    }
  }
  return { tokens, usd };
}

/** At once, for the run and all above it; the journal and the counter in the store follow with the next append. */
export function countSpent(driver: RunDriver, usage: Usage): void {
  for (const each of upwards(driver)) {
    const level = levelOf(each);
    level.tokens += tokensOf(usage);
    level.usd += usage.usd ?? 0;
  }
}

/** What a run has left; null where it has no budget, or a node has taken over outside it. */
export function leftIn(driver: RunDriver): Left | null {
  const { limits, countsFrom } = driver.state;
  if (limits.tokens === null && limits.usd === null) return null;
  if (isHandedOff(driver)) return null;
  const { tokens, usd } = levelOf(driver);
  return {
    tokens: limits.tokens === null ? null : limits.tokens - (tokens - countsFrom.usage.tokens),
    usd: limits.usd === null ? null : limits.usd - (usd - countsFrom.usage.usd),
  };
}

export interface Left {
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** Whether a run or one above it has a budget. */
export function isBounded(driver: RunDriver): boolean {
  return upwards(driver).some(
    ({ state: { limits } }) => limits.tokens !== null || limits.usd !== null,
  );
}

/** What the runs below have spent and the state of this one does not know of; nothing where there is no budget. */
export function spentBelow({ budget, state }: RunDriver): { readonly below?: Spending } {
  const { limits, usage } = state;
  if (budget === null || (limits.tokens === null && limits.usd === null)) return {};
  return { below: { tokens: budget.tokens - tokensOf(usage), usd: budget.usd - usage.usd } };
}

/** A budget has stopped it, its own or that of a run above. */
export function isOutOfBudget({ paused }: RunState): boolean {
  return paused !== null && (paused.limit === 'tokens' || paused.limit === 'usd');
}

/** A run and those above it. */
export function upwards(driver: RunDriver | undefined): readonly RunDriver[] {
  const all: RunDriver[] = [];
  for (let each = driver; each !== undefined; each = each.parent?.driver) all.push(each);
  return all;
}
