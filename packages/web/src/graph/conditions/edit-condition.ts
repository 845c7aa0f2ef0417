// Edits of a condition, as pure functions; `writeCondition` writes the result.
import type { Comparison, ConditionGroup, ConditionTree } from './condition-tree.ts';
import { movedItem } from '../moved-item.ts';
import { operators, type Operator } from './operators.ts';

export function newComparison(left = ''): Comparison {
  return { kind: 'compare', left, op: 'eq', right: '', form: 'object' };
}

/** A new operator needs a matching right side, and the long notation. */
export function withOperator(comparison: Comparison, op: Operator): Comparison {
  const { left, right = '', fold } = comparison;
  const { isUnary, isAboutText } = operators[op];
  return {
    kind: 'compare',
    left,
    op,
    ...(isUnary ? {} : { right }),
    ...(isAboutText && fold !== undefined ? { fold } : {}),
    form: 'object',
  };
}

/** Adds a condition; a single one becomes a group. */
export function withCondition(
  tree: ConditionTree | undefined,
  added: ConditionTree,
): ConditionTree {
  if (tree === undefined) return added;
  if (tree.kind === 'compare') return newGroup('all', [tree, added]);
  const form = tree.form === 'single' ? 'object' : tree.form;
  return { ...tree, form, of: [...tree.of, added] };
}

export function newGroup(
  join: ConditionGroup['join'],
  of: readonly ConditionTree[],
): ConditionGroup {
  return { kind: 'group', join, isNegated: false, form: 'object', of };
}

export function withMovedChild(group: ConditionGroup, from: number, to: number): ConditionGroup {
  return { ...group, of: movedItem(group.of, from, to) };
}

/** Undefined removes it; an empty group is removed too. */
export function withChild(
  group: ConditionGroup,
  index: number,
  child: ConditionTree | undefined,
): ConditionGroup | undefined {
  const of =
    child === undefined ? group.of.toSpliced(index, 1) : group.of.toSpliced(index, 1, child);
  return of.length === 0 ? undefined : { ...group, of };
}
