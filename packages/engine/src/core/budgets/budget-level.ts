// One level of a tree's budget: what a run and the runs below it have spent, told or not.
import { isHandedOff, type RunState } from '@skein/kernel';
import type { Spending } from '@skein/ports';
import type { BudgetLevel, BudgetOfTree, DrivenRun } from '../run/driven-run.ts';
import { tokensOf } from './tokens-of.ts';

/** A run whose level is made when something is first spent or asked for: most runs pay for nothing. */
interface PayingRun extends DrivenRun {
  budget: BudgetLevel | null;
}

export function setLevel(run: PayingRun, level: BudgetLevel): BudgetLevel {
  run.budget = level;
  return level;
}

/** The level of a run of this tree, and those of the runs above it. */
export function levelIn(tree: BudgetOfTree, run: DrivenRun): BudgetLevel {
  if (run.budget !== null) return run.budget;
  if (run.parent !== null) levelIn(tree, run.parent.driver);
  return setLevel(run, { tree, ...spentSoFar(run) });
}

/** As states know it: a run's own, that of its ended children, and what the living ones have not reported yet. */
function spentSoFar({ state, inFlight }: DrivenRun): Spending {
  let tokens = tokensOf(state.usage);
  let { usd } = state.usage;
  for (const siblings of inFlight.children.values()) {
    for (const { driver } of siblings.values()) {
      if (driver === null) continue;
      const below = driver.budget ?? spentSoFar(driver);
      tokens += below.tokens;
      usd += below.usd;
    }
  }
  return { tokens, usd };
}

/** What a run has left; null where it has no budget, or a node has taken over outside it. */
export function leftIn(tree: BudgetOfTree, driver: DrivenRun): Left | null {
  const { limits, usageBase } = driver.state;
  if (limits.tokens === null && limits.usd === null) return null;
  if (isHandedOff(driver)) return null;
  const { tokens, usd } = levelIn(tree, driver);
  return {
    tokens: limits.tokens === null ? null : limits.tokens - (tokens - usageBase.tokens),
    usd: limits.usd === null ? null : limits.usd - (usd - usageBase.usd),
  };
}

export interface Left {
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** Whether a run or one above it has a budget. */
export function isBounded(driver: DrivenRun): boolean {
  return upwards(driver).some(
    ({ state: { limits } }) => limits.tokens !== null || limits.usd !== null,
  );
}

/** What the runs below have spent and the state of this one does not know of; nothing where there is no budget. */
export function spentBelow({ budget, state }: DrivenRun): { readonly below?: Spending } {
  const { limits, usage } = state;
  if (budget === null || (limits.tokens === null && limits.usd === null)) return {};
  return { below: { tokens: budget.tokens - tokensOf(usage), usd: budget.usd - usage.usd } };
}

/** A budget has stopped it, its own or that of a run above. */
export function isOutOfBudget({ paused }: RunState): boolean {
  return paused !== null && (paused.limit === 'tokens' || paused.limit === 'usd');
}

/** A run and those above it. */
export function upwards(driver: DrivenRun | undefined): readonly DrivenRun[] {
  const all: DrivenRun[] = [];
  for (let each = driver; each !== undefined; each = each.parent?.driver) all.push(each);
  return all;
}
