import type { ConditionOperator } from '@skein/kernel';

interface OperatorWords {
  /** Between its sides, for people who build a condition. */
  readonly words: string;
  /** A comparison in the few letters of a label. */
  readonly label: (left: string, right: string) => string;
  /** Whether it can compare letters whatever their case. */
  readonly isAboutText?: true;
}

/** In the order in which operators are offered. */
export const operatorWords: Readonly<Record<ConditionOperator, OperatorWords>> = {
  eq: { words: 'is', label: between('='), isAboutText: true },
  ne: { words: 'is not', label: between('≠'), isAboutText: true },
  gt: { words: 'is more than', label: between('>') },
  gte: { words: 'is at least', label: between('≥') },
  lt: { words: 'is less than', label: between('<') },
  lte: { words: 'is at most', label: between('≤') },
  contains: { words: 'contains', label: between('contains'), isAboutText: true },
  in: { words: 'is one of', label: between('in'), isAboutText: true },
  startsWith: { words: 'starts with', label: between('starts with'), isAboutText: true },
  endsWith: { words: 'ends with', label: between('ends with'), isAboutText: true },
  truthy: { words: 'is true', label: (left) => left },
  falsy: { words: 'is not true', label: (left) => `not ${left}` },
  exists: { words: 'is there', label: (left) => `${left} exists` },
  empty: { words: 'is empty', label: (left) => `${left} is empty` },
};

function between(symbol: string): OperatorWords['label'] {
  return (left, right) => `${left} ${symbol} ${right}`;
}
