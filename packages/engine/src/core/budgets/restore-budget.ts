import type { DrivenRun } from '../run/driven-run.ts';
import { isOutOfBudget } from './budget-level.ts';
import { levelOf } from './tree-budget.ts';

/** After a restart: the counter of the store knows of children too that were cancelled before they could report. */
export async function restoreBudget(driver: DrivenRun): Promise<void> {
  const { state, origin, runtime, id } = driver;
  const { tokens, usd } = state.limits;
  const isRoot = origin.parent === undefined;
  if (isRoot && (tokens !== null || usd !== null)) {
    const counted = await runtime.store.budgets.get(id);
    const level = levelOf(driver);
    level.tokens = Math.max(level.tokens, counted.tokens);
    level.usd = Math.max(level.usd, counted.usd);
  }
  if (isOutOfBudget(state) && state.paused?.wait === '') levelOf(driver).tree.hold(driver);
}
