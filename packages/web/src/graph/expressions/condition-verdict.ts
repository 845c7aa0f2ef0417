// Whether a condition holds with the values of the run that is looked at, part by part: people see which row decides.
import { ConditionFailure, evaluateCondition, parseCondition, type Json } from '@skein/kernel';
import type { ExpressionPlace } from './expression-place.ts';
import { scopeOfValues } from './expression-values.ts';
import { previewTemplate } from './preview-value.ts';
import { writeCondition, type ConditionTree } from '../conditions/condition-tree.ts';

/** Null while that is not known: it is not written yet, or what it reads has no value. */
export function conditionVerdict(tree: ConditionTree, place: ExpressionPlace): boolean | null {
  const { values } = place;
  if (values.trigger === undefined && values.outputs.size === 0) return null;
  if (!isKnown(tree, place)) return null;
  const parsed = parseCondition(writeCondition(tree));
  if (parsed.condition === null || parsed.problems.length > 0) return null;
  try {
    return evaluateCondition(parsed.condition, scopeOfValues(values));
  } catch (error) {
    if (error instanceof ConditionFailure) return null;
    throw error;
  }
}

/** Only some operators are about values that may be missing. */
function isKnown(tree: ConditionTree, place: ExpressionPlace): boolean {
  if (tree.kind === 'group') return tree.of.every((part) => isKnown(part, place));
  const { left, op, right = '' } = tree;
  if (left === '') return false;
  if (op === 'exists' || op === 'empty') return true;
  return [left, right].every((side: Json) => previewTemplate(side, place).kind === 'value');
}
