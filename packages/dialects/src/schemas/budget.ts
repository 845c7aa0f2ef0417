// Budgets
// Schemas come from definitions, from tools of others and from models. Every step of preparing one and of checking a value costs,
// so that none of them blocks a process: when the budget is used up, the work ends with an error.
import type { Json } from '@skein/kernel';

/** Throws `TooCostly` when more was spent than there is. */
export type Spend = (steps: number) => void;

/** The work ended early; nothing is known about the value. */
export class TooCostly extends Error {}

function createBudget(steps: number): Spend {
  let left = steps;
  return (spent) => {
    left -= spent;
    if (left < 0) throw new TooCostly('the schema needs too many steps');
  };
}

/** Preparing looks at each part once; the largest schemas that people write have some ten thousand parts. */
const preparationSteps = 2_000_000;

export function preparationBudget(): Spend {
  return createBudget(preparationSteps);
}

const stepsMin = 1_000_000;
const stepsPerPart = 100;
/** About a second at worst. Values that people send need a few steps for each part, and are at most some megabytes. */
const stepsMax = 10_000_000;

/** Larger values may take more steps, but none may take for ever. */
export function evaluationBudget(value: Json): Spend {
  return createBudget(Math.min(stepsMax, stepsMin + stepsPerPart * partsOf(value, ignore)));
}

function ignore(): void {}

/** Listing the names of a large object takes longer than looking at as many items. */
export const stepsPerName = 4;

/** The size of a value, in values and characters. Counting costs as much. */
export function partsOf(value: Json, spend: Spend): number {
  let count = 0;
  const pending: Json[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    const size = typeof next === 'string' ? 1 + next.length : 1;
    count += size;
    spend(size);
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) pending.push(inner as Json);
    }
  }
  return count;
}
