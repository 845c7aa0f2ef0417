import { equalJson, isObject, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import type { ConditionOperator } from './condition.ts';

type Side = Json | undefined;

/** One comparison without coercion: values of different types are not equal and have no order. */
export function compare(left: Side, op: ConditionOperator, right: Side): boolean {
  switch (op) {
    case 'truthy':
      return isTruthy(left);
    case 'falsy':
      return !isTruthy(left);
    case 'exists':
      return left !== undefined;
    case 'empty':
      return isEmpty(left);
    case 'eq':
      return equals(left, right);
    case 'ne':
      return !equals(left, right);
    case 'contains':
      return contains(left, right);
    case 'in':
      return contains(right, left);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(left, op, right);
    case 'startsWith':
      return typeof left === 'string' && typeof right === 'string' && left.startsWith(right);
    case 'endsWith':
      return typeof left === 'string' && typeof right === 'string' && left.endsWith(right);
  }
}

/** Falsy are what is missing, null, false, 0 and "": the text "false" is not, and neither is an empty list. */
function isTruthy(value: Side): boolean {
  return Boolean(value);
}

function isEmpty(value: Side): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** What is missing equals nothing, not even something else that is missing. */
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

type OrderOperator = 'gt' | 'gte' | 'lt' | 'lte';

function isOrdered(left: Side, op: OrderOperator, right: Side): boolean {
  const order = orderOf(left, right);
  if (order === undefined) return false;
  switch (op) {
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
  }
}

/** Negative, zero or positive. Texts go by UTF-16 code units: the order of a language belongs to the host. */
function orderOf(left: Side, right: Side): number | undefined {
  const areNumbers = typeof left === 'number' && typeof right === 'number';
  const areTexts = typeof left === 'string' && typeof right === 'string';
  if (!areNumbers && !areTexts) return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
