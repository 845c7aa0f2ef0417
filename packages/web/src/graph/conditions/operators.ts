import type { ConditionOperator, Json } from '@skein/kernel';

export type Operator = ConditionOperator;

interface OperatorLook {
  readonly words: string;
  /** Whether it looks at its left side only. */
  readonly isUnary?: boolean;
  /** Whether it can compare letters whatever their case. */
  readonly isAboutText?: boolean;
}

/** In the order in which they are offered. */
export const operators: { readonly [operator in Operator]: OperatorLook } = {
  eq: { words: 'is', isAboutText: true },
  ne: { words: 'is not', isAboutText: true },
  gt: { words: 'is more than' },
  gte: { words: 'is at least' },
  lt: { words: 'is less than' },
  lte: { words: 'is at most' },
  contains: { words: 'contains', isAboutText: true },
  in: { words: 'is one of', isAboutText: true },
  startsWith: { words: 'starts with', isAboutText: true },
  endsWith: { words: 'ends with', isAboutText: true },
  truthy: { words: 'is true', isUnary: true },
  falsy: { words: 'is not true', isUnary: true },
  exists: { words: 'is there', isUnary: true },
  empty: { words: 'is empty', isUnary: true },
};

export function isOperator(value: Json | undefined): value is Operator {
  return typeof value === 'string' && Object.hasOwn(operators, value);
}
