import { parseWholeExpression, type Json } from '@skein/kernel';
import { scopeOfValues, type ExpressionValues } from './expression-values.ts';

/** The value of a part of an expression; undefined if it has none, for whatever reason. */
export function evaluateText(
  text: string,
  values: ExpressionValues,
  names: ReadonlyMap<string, Json | undefined>,
): Json | undefined {
  const read = parseWholeExpression(text, [...names.keys()]);
  if (!read.ok) return undefined;
  const given = [...names.values()].map((value) => value ?? null);
  const evaluated = read.expression.evaluate(scopeOfValues(values), given);
  return evaluated.ok ? evaluated.value : undefined;
}
