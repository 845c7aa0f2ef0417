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

/** Preparing looks at each part once; the largest schemas that people write have some ten thousand parts. At most about 25 ms. */
const preparationSteps = 250_000;

export function preparationBudget(): Spend {
  return createBudget(preparationSteps);
}

/** About 10 ms, and three times as much for code that is not warm: nobody keeps the others waiting, whatever the schema and the value. */
const stepsHere = 100_000;
const stepsMin = 200_000;
/** What people send needs about five for each value in it. */
const stepsPerPart = 8;
const charactersPerPart = 8;
const stepsMax = 10_000_000;

/** On a thread of its own, larger values may take more steps, but none may take for ever. */
export function evaluationBudget(value: Json, isAlone: boolean): Spend {
  return createBudget(isAlone ? evaluationSteps(value) : stepsHere);
}

export function evaluationSteps(value: Json): number {
  return Math.min(stepsMax, Math.max(stepsMin, stepsPerPart * weightOf(value)));
}

/** A text is looked at as a whole, mostly. */
function weightOf(value: Json): number {
  let weight = 0;
  const pending: Json[] = [value];
  while (pending.length > 0 && weight < stepsMax) {
    const next = pending.pop();
    weight += typeof next === 'string' ? 1 + next.length / charactersPerPart : 1;
    if (typeof next === 'object' && next !== null) {
      // What is inside of JSON is JSON.
      for (const inner of Object.values(next)) pending.push(inner as Json);
    }
  }
  return weight;
}

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
