// The condition of a filter as a form shows it: comparisons of a field, and groups of them, as in other conditions. What a form
// cannot show is edited as JSON.
import { isList } from '../own-keys.ts';
import {
  isConditionOperator,
  isObject,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { readCondition, type Comparison, type ConditionTree } from './condition-tree.ts';

/** Null for conditions that a form cannot show. */
export function readWhere(value: Json): ConditionTree | null {
  const condition = toCondition(value);
  return condition === null ? null : readCondition(condition);
}

export function writeWhere(tree: ConditionTree): Json {
  if (tree.kind === 'compare') return writeCompare(tree);
  const of = tree.of.map(writeWhere);
  const [only] = of;
  const isSingle = tree.form === 'single' && of.length === 1;
  const inner = isSingle && only !== undefined ? only : { [tree.join]: of };
  return tree.isNegated ? { not: inner } : inner;
}

function writeCompare({ left, op, right }: Comparison): Json {
  // An expression alone is the condition.
  if (op === 'truthy' && typeof left === 'string' && left.includes('${')) return left;
  const written: { [key: string]: Json } = {};
  if (left !== '') setOwn(written, 'field', left);
  setOwn(written, 'op', op);
  if (right !== undefined) setOwn(written, 'value', right);
  return written;
}

/** In the notation of other conditions; null for what is neither. */
function toCondition(value: Json): Json | null {
  if (typeof value === 'string') return value.includes('${') ? value : null;
  if (!isObject(value)) return null;
  const [key, ...others] = Object.keys(value);
  if (others.length === 0 && (key === 'all' || key === 'any'))
    return groupOf(key, ownValue(value, key));
  if (others.length === 0 && key === 'not') {
    const inner = toCondition(ownValue(value, key) ?? null);
    return inner === null ? null : { not: inner };
  }
  return compareOf(value);
}

function groupOf(key: string, list: Json | undefined): Json | null {
  if (!isList(list)) return null;
  const parts = list.map((part) => toCondition(part));
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : { [key]: known };
}

function compareOf(value: JsonObject): JsonObject | null {
  const { field = '', op, value: right, ...others } = value;
  const isPlain = Object.keys(others).length === 0 && typeof field === 'string';
  if (!isPlain || !isConditionOperator(op)) return null;
  return right === undefined ? { left: field, op } : { left: field, op, right };
}
