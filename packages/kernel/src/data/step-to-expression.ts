import type { Json } from '../json.ts';
import { compileSteps } from './compile-steps.ts';

/**
 * A step as the expression that gives the same of the list `rows`; null for a step that is wrong, or that has a reference in a form
 * that expressions lack. Only of rows whose types differ can the expression have no value although the step has one.
 */
export function stepToExpression(step: Json, rows = 'rows'): string | null {
  const { steps, problems } = compileSteps([step]);
  return problems.length > 0 ? null : (steps[0]?.toExpression(rows) ?? null);
}
