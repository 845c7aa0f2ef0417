// Which runs above a hosted run have a budget, and what must be told at the top of its tree.
import { isOver, type RunId } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import { isOutOfBudget } from '../../core/budgets/budget-level.ts';
import { tokensOf } from '../../core/budgets/tokens-of.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { rebuildRun, type RebuildRuntime } from '../../cluster/rebuild-run.ts';
import type { BudgetMessage, BudgetTree } from '../messages/budget-message.ts';
import { childName, type Order } from '../messages/order.ts';

/** Undefined where neither the run nor one above it has a budget. */
export function budgetTree(run: DrivenRun, above: readonly RunId[]): BudgetTree | undefined {
  const bounded = hasBudget(run) ? [run.id, ...above] : above;
  return bounded.length === 0 ? undefined : { root: run.origin.root ?? run.id, bounded };
}

function hasBudget({ state: { limits } }: Pick<DrivenRun, 'state'>): boolean {
  return limits.tokens !== null || limits.usd !== null;
}

/** For a run that comes from the store: a host that has started it was told. */
export async function boundedAbove(
  runtime: RebuildRuntime,
  { parent }: RunOrigin,
): Promise<readonly RunId[]> {
  if (parent === undefined) return [];
  const stored = await runtime.store.runs.load(parent.run);
  if (stored === undefined) return [];
  const { state } = await rebuildRun(runtime, stored);
  const above = await boundedAbove(runtime, stored.record);
  return hasBudget({ state }) ? [parent.run, ...above] : above;
}

/** What those above a run must know of it; it changes when they must be told. */
export function budgetMark({ state }: DrivenRun): string {
  const { usage, limits, paused } = state;
  const stands = isOver(state) ? 'over' : isOutOfBudget(state) ? (paused?.wait ?? '') : null;
  return JSON.stringify([tokensOf(usage), usage.usd, limits.tokens, limits.usd, stands]);
}

/** Tells the run at the top, if there is a budget and anything has changed. */
export function budgetNews(
  run: DrivenRun,
  tree: BudgetTree | undefined,
  before: string | null,
): readonly Order[] {
  if (tree === undefined || tree.root === run.id || budgetMark(run) === before) return [];
  const isHeld = isOutOfBudget(run.state) && run.state.paused?.wait === '';
  const news = { run: run.id, bounded: tree.bounded, isHeld: isHeld && !isOver(run.state) };
  const message: BudgetMessage = { type: 'budget', do: 'hear', news };
  return [{ do: 'tell', run: tree.root, message }];
}

/** Tells the children that a run has open when it, or one above it, has its first budget, which may come with an answer. */
export function boundNews(
  { inFlight }: DrivenRun,
  tree: BudgetTree | undefined,
  before: BudgetTree | undefined,
): readonly Order[] {
  const { bounded = [] } = tree ?? {};
  if (bounded.join() === (before?.bounded ?? []).join()) return [];
  const message: BudgetMessage = { type: 'budget', do: 'bound', bounded };
  return [...inFlight.children.values()].flatMap((siblings) =>
    [...siblings.values()].map(({ effect }): Order => {
      return { do: 'tell-child', name: childName(effect), message };
    }),
  );
}
