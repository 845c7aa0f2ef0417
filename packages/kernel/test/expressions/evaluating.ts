import type { Json } from '../../src/json.ts';
import { parseWholeExpression } from '../../src/expressions/read-expression.ts';
import type { Evaluated, Expression } from '../../src/references/template.ts';
import { scopeOf, type ScopeData } from '../references/scope-of.ts';

export function expressionOf(text: string): Expression {
  const read = parseWholeExpression(text);
  if (!read.ok) throw new Error(`${read.message} ${read.hint}`);
  return read.expression;
}

export function evaluate(text: string, data: ScopeData = {}): Evaluated {
  return expressionOf(text).evaluate(scopeOf(data));
}

/** The value; else the code of the failure, or what is missing. */
export function valueOf(text: string, data: ScopeData = {}): Json {
  const evaluated = evaluate(text, data);
  if (evaluated.ok) return evaluated.value;
  if ('failure' in evaluated) return { failed: evaluated.failure.code };
  return { missing: evaluated.missing.map((reference) => reference.text) };
}

/** What is wrong with it; null for a sound one. */
export function problemOf(text: string): { message: string; hint: string; column: number } | null {
  const read = parseWholeExpression(text);
  if (read.ok) return null;
  const { message, hint, column } = read;
  return { message, hint, column };
}
