// Condition operators
// The closed list of them, each with how many sides it reads and its comparison. Every other table about operators is
// a `Record<ConditionOperator, …>`.
import { equalJson, isObject, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';

type Side = Json | undefined;

interface Operator {
  readonly sides: 1 | 2;
  readonly holds: (left: Side, right: Side) => boolean;
}

const operators = {
  truthy: { sides: 1, holds: isTruthy },
  falsy: { sides: 1, holds: (left) => !isTruthy(left) },
  eq: { sides: 2, holds: equals },
  ne: { sides: 2, holds: (left, right) => !equals(left, right) },
  contains: { sides: 2, holds: contains },
  gt: { sides: 2, holds: (left, right) => isOrdered(left, right, (order) => order > 0) },
  gte: { sides: 2, holds: (left, right) => isOrdered(left, right, (order) => order >= 0) },
  lt: { sides: 2, holds: (left, right) => isOrdered(left, right, (order) => order < 0) },
  lte: { sides: 2, holds: (left, right) => isOrdered(left, right, (order) => order <= 0) },
  in: { sides: 2, holds: (left, right) => contains(right, left) },
  exists: { sides: 1, holds: (left) => left !== undefined },
  empty: { sides: 1, holds: isEmpty },
  startsWith: {
    sides: 2,
    holds: (left, right) =>
      typeof left === 'string' && typeof right === 'string' && left.startsWith(right),
  },
  endsWith: {
    sides: 2,
    holds: (left, right) =>
      typeof left === 'string' && typeof right === 'string' && left.endsWith(right),
  },
} satisfies Readonly<Record<string, Operator>>;

export type ConditionOperator = keyof typeof operators;

// True because a literal without a spread has exactly the keys of its type.
export const conditionOperators = Object.keys(operators) as readonly ConditionOperator[];

export function isConditionOperator(value: unknown): value is ConditionOperator {
  return typeof value === 'string' && Object.hasOwn(operators, value);
}

/** Whether the operator reads its left side only. */
export function isUnary(operator: ConditionOperator): boolean {
  return operators[operator].sides === 1;
}

/** One comparison without coercion: values of different types are not equal and have no order. */
export function compare(left: Side, op: ConditionOperator, right: Side): boolean {
  const { holds }: Operator = operators[op];
  return holds(left, right);
}

/** Falsy are missing values, null, false, 0 and "": the text "false" is not, and neither is an empty list. */
function isTruthy(value: Side): boolean {
  return Boolean(value);
}

function isEmpty(value: Side): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** A missing value equals nothing, not even another missing value. */
function equals(left: Side, right: Side): boolean {
  return left !== undefined && right !== undefined && equalJson(left, right);
}

function contains(whole: Side, part: Side): boolean {
  if (whole === undefined || part === undefined) return false;
  if (isList(whole)) return whole.some((item) => equalJson(item, part));
  if (typeof part !== 'string') return false;
  if (typeof whole === 'string') return whole.includes(part);
  return isObject(whole) && Object.hasOwn(whole, part);
}

function isOrdered(left: Side, right: Side, fits: (order: number) => boolean): boolean {
  const order = orderOf(left, right);
  return order !== undefined && fits(order);
}

/** Negative, zero or positive. Texts are compared by UTF-16 code units: collation by language belongs to the host. */
function orderOf(left: Side, right: Side): number | undefined {
  const areNumbers = typeof left === 'number' && typeof right === 'number';
  const areTexts = typeof left === 'string' && typeof right === 'string';
  if (!areNumbers && !areTexts) return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
