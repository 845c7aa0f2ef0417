// Conditions as a form shows them
// Comparisons and groups of them. What a form cannot show (a constant, an unknown key, a list in a list) is not read at all
// and is edited as JSON.
//
// C1. Reading and writing a condition gives it back unchanged, in the notation of its author.
import {
  isConditionOperator,
  isObject,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { Operator } from './operators.ts';

export interface Comparison {
  readonly kind: 'compare';
  readonly left: Json;
  readonly op: Operator;
  readonly right?: Json;
  /** Whether case is ignored. */
  readonly fold?: boolean;
  /** `{ left, op }`, a text alone, or as session graphs write it: `{ "true": text }`, `{ "false": text }`. */
  readonly form: 'object' | 'text' | 'true' | 'false';
}

export interface ConditionGroup {
  readonly kind: 'group';
  readonly join: 'all' | 'any';
  readonly isNegated: boolean;
  /** `{ all }`, one condition inside `{ not }`, or a list whose owner says how it is combined. */
  readonly form: 'object' | 'single' | 'list';
  readonly of: readonly ConditionTree[];
}

export type ConditionTree = Comparison | ConditionGroup;

const depthMax = 4;

/** Null for conditions that a form cannot show. */
export function readCondition(value: Json, depth = 0): ConditionTree | null {
  if (depth > depthMax) return null;
  if (typeof value === 'string') return readText(value);
  if (Array.isArray(value)) return depth === 0 ? readGroup(value, 'list', depth) : null;
  if (!isObject(value)) return null;
  if (Object.hasOwn(value, 'left')) return readComparison(value);
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0) return null;
  const inner = ownValue(value, key) ?? null;
  switch (key) {
    case 'all':
    case 'any':
      return readGroup(inner, 'object', depth, key);
    case 'not':
      return negated(readCondition(inner, depth + 1));
    case 'true':
    case 'false':
      return typeof inner === 'string'
        ? { kind: 'compare', left: inner, op: key === 'true' ? 'truthy' : 'falsy', form: key }
        : null;
    default:
      return null;
  }
}

/** JSON inside a text is not parsed. */
function readText(text: string): Comparison | null {
  return /^\s*[[{"]/.test(text)
    ? null
    : { kind: 'compare', left: text, op: 'truthy', form: 'text' };
}

function readComparison(value: JsonObject): Comparison | null {
  const { left = null, op, right, fold, ...others } = value;
  if (Object.keys(others).length > 0 || !isConditionOperator(op)) return null;
  if (fold !== undefined && typeof fold !== 'boolean') return null;
  return {
    kind: 'compare',
    left,
    op,
    ...(right === undefined ? {} : { right }),
    ...(fold === undefined ? {} : { fold }),
    form: 'object',
  };
}

function readGroup(
  list: Json,
  form: ConditionGroup['form'],
  depth: number,
  join: ConditionGroup['join'] = 'all',
): ConditionGroup | null {
  if (!Array.isArray(list)) return null;
  const of = list.map((item: Json) => readCondition(item, depth + 1));
  const known = of.filter((item) => item !== null);
  if (known.length < of.length) return null;
  return { kind: 'group', join, isNegated: false, form, of: known };
}

function negated(tree: ConditionTree | null): ConditionGroup | null {
  if (tree === null) return null;
  if (tree.kind === 'group' && !tree.isNegated && tree.form === 'object')
    return { ...tree, isNegated: true };
  return { kind: 'group', join: 'all', isNegated: true, form: 'single', of: [tree] };
}

export function writeCondition(tree: ConditionTree): Json {
  if (tree.kind === 'compare') return writeComparison(tree);
  const { form, join, isNegated } = tree;
  const of = tree.of.map(writeCondition);
  if (form === 'list') return of;
  const [only] = of;
  const inner = form === 'single' && only !== undefined && of.length === 1 ? only : { [join]: of };
  return isNegated ? { not: inner } : inner;
}

function writeComparison({ left, op, right, fold, form }: Comparison): Json {
  if (form === 'text') return left;
  if (form === 'true' || form === 'false') return { [form]: left };
  const written: { [key: string]: Json } = { left, op };
  if (right !== undefined) setOwn(written, 'right', right);
  if (fold !== undefined) setOwn(written, 'fold', fold);
  return written;
}
