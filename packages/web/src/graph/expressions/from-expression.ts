import { parseWholeExpression, type Json } from '@skein/kernel';
import { toExpression } from './to-expression.ts';

/** The shorter way to write an expression that is only a reference or a constant; undefined for all others. */
export function fromExpression(text: string): Json | undefined {
  const trimmed = text.trim();
  const read = parseWholeExpression(trimmed);
  if (!read.ok) return undefined;
  const [only, ...others] = read.expression.references;
  if (only !== undefined) {
    const isAll = others.length === 0 && toExpression(only.text) === trimmed;
    return isAll ? only.text : undefined;
  }
  try {
    // What JSON says is JSON.
    return JSON.parse(trimmed) as Json;
  } catch {
    return undefined;
  }
}
