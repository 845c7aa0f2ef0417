import type { Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { textOf } from '../references/text-of.ts';
import { compare, type ConditionOperator } from './condition-operators.ts';

/**
 * Compares the left side as lower-cased text with the right side as trimmed, lower-cased text. An empty right side
 * never holds, whatever the operator: a field that its author left blank must not match everything.
 */
export function compareFolded(
  left: Json | undefined,
  op: ConditionOperator,
  right: Json | undefined,
): boolean {
  // Each item is a right side of its own: as one text, `["yes"]` would hold for "e".
  if (op === 'in' && isList(right)) return right.some((item) => compareFolded(left, 'eq', item));
  const other = right === undefined ? '' : textOf(right).trim().toLowerCase();
  if (other === '') return false;
  return compare(left === undefined ? undefined : textOf(left).toLowerCase(), op, other);
}
