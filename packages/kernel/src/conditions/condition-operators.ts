import type { ConditionOperator } from './condition.ts';

/** A record, so that the compiler complains about an operator that is missing here. */
const sides: { readonly [operator in ConditionOperator]: 1 | 2 } = {
  truthy: 1,
  falsy: 1,
  eq: 2,
  ne: 2,
  contains: 2,
  gt: 2,
  gte: 2,
  lt: 2,
  lte: 2,
  in: 2,
  exists: 1,
  empty: 1,
  startsWith: 2,
  endsWith: 2,
};

// True because a literal without a spread has exactly the keys of its type.
export const conditionOperators = Object.keys(sides) as readonly ConditionOperator[];

/** Whether the operator looks at its left side only. */
export function isUnary(operator: ConditionOperator): boolean {
  return sides[operator] === 1;
}
