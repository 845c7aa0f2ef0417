import type { Json } from '@skein/kernel';
import type { Comparison, ConditionTree } from '../conditions/condition-tree.ts';
import type { Operator } from '../conditions/operators.ts';
import { toExpression } from './to-expression.ts';
import { tokensOf } from './tokens-of.ts';

/** Null for what has no short form: letters whatever their case, and sides that an expression cannot say. */
export function conditionToExpression(tree: ConditionTree): string | null {
  if (tree.kind === 'compare') return writeComparison(tree);
  const parts = tree.of.map((part) => bracketed(conditionToExpression(part)));
  if (parts.includes(null)) return null;
  const joined = parts.join(tree.join === 'all' ? ' && ' : ' || ');
  return tree.isNegated ? `!(${joined})` : joined;
}

type Write = (left: string, right: string) => string;

const writers: Readonly<Record<Exclude<Operator, 'truthy'>, Write>> = {
  falsy: (left) => `!${left}`,
  eq: (left, right) => `${left} == ${right}`,
  ne: (left, right) => `${left} != ${right}`,
  gt: (left, right) => `${left} > ${right}`,
  gte: (left, right) => `${left} >= ${right}`,
  lt: (left, right) => `${left} < ${right}`,
  lte: (left, right) => `${left} <= ${right}`,
  contains: (left, right) => `${left}.includes(${right})`,
  in: (left, right) => `${right}.includes(${left})`,
  exists: (left) => `exists(${left})`,
  empty: (left) => `empty(${left})`,
  startsWith: (left, right) => `${left}.startsWith(${right})`,
  endsWith: (left, right) => `${left}.endsWith(${right})`,
};

function writeComparison({ left, op, right, fold }: Comparison): string | null {
  if (op === 'truthy') return toExpression(left);
  const sides = [left, right ?? null].map((side: Json) => bracketed(toExpression(side)));
  const [first, second] = sides;
  if (typeof first !== 'string' || typeof second !== 'string' || fold === true) return null;
  return writers[op](first, second);
}

/** In brackets, if it is more than one value. */
function bracketed(text: string | null): string | null {
  if (text === null) return null;
  const isOne = tokensOf(text).every(
    ({ kind, text: sign }) => kind !== 'sign' || /^[.,()[\]]$/.test(sign),
  );
  return isOne ? text : `(${text})`;
}
