// Steps in tests: what they give, and what their expressions give.
import { previewSteps, stepToExpression, type Json, type JsonObject } from '@skein/kernel';
import { parseWholeExpression } from '../../src/expressions/read-expression.ts';
import { scopeOf, type ScopeData } from '../references/scope-of.ts';

export type Given = JsonObject & { readonly op: string };

/** The rows after the last step; else the code of the failure, what is missing, or what is wrong. */
export function rowsOf(steps: readonly Json[], rows: readonly Json[], data: ScopeData = {}): Json {
  const { stages, problems, failure, missing } = previewSteps({ steps }, rows, scopeOf(data));
  if (problems.length > 0) {
    return { wrong: problems.map(({ path, message }) => `/${path.join('/')} ${message}`) };
  }
  if (failure !== undefined) return { failed: `${failure.code} ${failure.message}` };
  if (missing !== undefined) return { missing };
  return stages.at(-1) ?? rows;
}

/** What the expression of a step gives; undefined when it has no value. */
export function expressedOf(
  step: Given,
  rows: readonly Json[],
  data: ScopeData = {},
): Json | undefined {
  const text = stepToExpression(step);
  if (text === null) throw new Error(`${JSON.stringify(step)} has no expression`);
  const read = parseWholeExpression(text, ['rows']);
  if (!read.ok) throw new Error(`${text}: ${read.message}`);
  const evaluated = read.expression.evaluate(scopeOf(data), [rows]);
  return evaluated.ok ? evaluated.value : undefined;
}
