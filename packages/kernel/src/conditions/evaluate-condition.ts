// Evaluating conditions
// Conditions are evaluated, not resolved: a missing value is `undefined` here and never a failure. An expression that fails is
// one: `evaluateCondition` throws a ConditionFailure then, because neither true nor false would be right.
// E1. Left to right, and no further than needed: `all` stops at the first false, `any` at the first true.
// E2. `tried` receives each comparison that was evaluated, in order, with the values as they were before folding.
import type { Json } from '../json.ts';
import { referencesOf } from '../references/references-of.ts';
import { findValue } from '../references/resolve-reference.ts';
import { resolveReference, resolveTemplate } from '../references/resolve-template.ts';
import { isExpression, type Scope, type Template } from '../references/template.ts';
import type { Condition, Tried } from './condition.ts';
import { ConditionFailure } from './condition-failure.ts';
import { compareFolded } from './compare-folded.ts';
import { compare, isUnary, type ConditionOperator } from './condition-operators.ts';

export function evaluateCondition(condition: Condition, scope: Scope, tried?: Tried[]): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => evaluateCondition(part, scope, tried));
    case 'any':
      return condition.of.some((part) => evaluateCondition(part, scope, tried));
    case 'not':
      return !evaluateCondition(condition.of, scope, tried);
    case 'compare':
      return evaluateCompare(condition, scope, tried);
  }
}

type Compare = Extract<Condition, { readonly kind: 'compare' }>;

function evaluateCompare(condition: Compare, scope: Scope, tried: Tried[] | undefined): boolean {
  const { op, fold } = condition;
  const left = readSide(condition.left, op, scope);
  const right = condition.right === null ? undefined : readSide(condition.right, op, scope);
  const folds = fold && !isUnary(op);
  const result = folds ? compareFolded(left, op, right) : compare(left, op, right);
  if (tried !== undefined) {
    const one = triedOf({ left, op, right }, result);
    tried.push(computes(condition) ? { ...one, reads: readsOf(condition, scope) } : one);
  }
  return result;
}

/** A literal for each case: spreading optional fields costs as much as the rest of a step. */
function triedOf(
  {
    left,
    op,
    right,
  }: {
    readonly left: Json | undefined;
    readonly op: Tried['op'];
    readonly right: Json | undefined;
  },
  result: boolean,
): Tried {
  if (left === undefined) return right === undefined ? { op, result } : { op, right, result };
  return right === undefined ? { left, op, result } : { left, op, right, result };
}

function computes({ left, right }: Compare): boolean {
  return hasExpression(left) || (right !== null && hasExpression(right));
}

/** The result of an expression alone does not say why it is that. */
function readsOf({ left, right }: Compare, scope: Scope): NonNullable<Tried['reads']> {
  const sides = [left, right].filter((side) => side !== null).filter(hasExpression);
  const reads = new Map<string, Json | undefined>();
  for (const reference of sides.flatMap(referencesOf)) {
    reads.set(reference.text, resolveReference(reference, scope));
  }
  return [...reads].map(([reference, value]) =>
    value === undefined ? { reference } : { reference, value },
  );
}

function hasExpression(template: Template): boolean {
  if (template.kind === 'text') return template.parts.some(isExpression);
  return template.kind === 'expression';
}

function readSide(template: Template, op: ConditionOperator, scope: Scope): Json | undefined {
  if (template.kind === 'constant') return template.value;
  if (template.kind === 'reference') {
    // A port without a value reads null, but `exists` asks whether a value arrived.
    return op === 'exists'
      ? findValue(template.reference, scope)
      : resolveReference(template.reference, scope);
  }
  const resolved = resolveTemplate(template, scope);
  if (resolved.ok) return resolved.value;
  if (resolved.failure !== undefined) throw new ConditionFailure(resolved.failure);
  return undefined;
}
