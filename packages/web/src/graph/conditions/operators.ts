import { operatorWords } from '@skein/dialects';
import { isUnary, type ConditionOperator } from '@skein/kernel';

export type Operator = ConditionOperator;

interface OperatorLook {
  readonly words: string;
  /** Whether it looks at its left side only. */
  readonly isUnary: boolean;
  /** Whether it can compare letters whatever their case. */
  readonly isAboutText: boolean;
}

// True because a literal without a spread has exactly the keys of its type.
const names = Object.keys(operatorWords) as readonly Operator[];

/** In the order in which they are offered. */
export const operators = Object.fromEntries(
  names.map((name): [Operator, OperatorLook] => {
    const { words, isAboutText = false } = operatorWords[name];
    return [name, { words, isUnary: isUnary(name), isAboutText }];
  }),
) as Readonly<Record<Operator, OperatorLook>>;
