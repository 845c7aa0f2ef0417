// What a form does to a condition. Pure; what becomes of it is written by `writeCondition`.
import type { Comparison, ConditionGroup, ConditionTree } from './condition-tree.ts';
import { operators, type Operator } from './operators.ts';

export function newComparison(left = ''): Comparison {
  return { kind: 'compare', left, op: 'eq', right: '', form: 'object' };
}

/** Another operator needs another right side, and another form than the short ones. */
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

/** One more beside what is there; a single condition becomes a group. */
export function withAnother(tree: ConditionTree | undefined, added: ConditionTree): ConditionTree {
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

/** Undefined takes it away; a group without conditions goes too. */
export function withChild(
  group: ConditionGroup,
  index: number,
  child: ConditionTree | undefined,
): ConditionGroup | undefined {
  const of =
    child === undefined ? group.of.toSpliced(index, 1) : group.of.toSpliced(index, 1, child);
  return of.length === 0 ? undefined : { ...group, of };
}
