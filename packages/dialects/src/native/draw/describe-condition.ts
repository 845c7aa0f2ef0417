// Conditions in a few words
// For labels: `${draft.output.score} ≥ 3 and not ${trigger.urgent}`. Anything else is shown as it is.
import { isConditionOperator, isObject, ownValue, type Json } from '@skein/kernel';
import { operatorWords } from '../operator-words.ts';
import { oneLine, shorten } from '../../diagnostics/inert-text.ts';

const lengthMax = 200;

export function describeCondition(condition: Json): string {
  return shorten(oneLine(words(condition, false)), lengthMax);
}

function words(condition: Json, inside: boolean): string {
  if (!isObject(condition)) return sideWords(condition);
  for (const [key, conjunction] of [
    ['all', ' and '],
    ['any', ' or '],
  ] as const) {
    const parts = ownValue(condition, key);
    if (!Array.isArray(parts)) continue;
    const joined = parts.map((part) => words(part as Json, true)).join(conjunction);
    return inside && parts.length > 1 ? `(${joined})` : joined;
  }
  const not = ownValue(condition, 'not');
  if (not !== undefined) return `not ${words(not, true)}`;
  const left = ownValue(condition, 'left');
  const operator = ownValue(condition, 'op');
  if (left === undefined || typeof operator !== 'string') return sideWords(condition);
  return comparisonWords(sideWords(left), operator, ownValue(condition, 'right'));
}

function comparisonWords(left: string, operator: string, right: Json | undefined): string {
  const other = sideWords(right ?? null);
  return isConditionOperator(operator)
    ? operatorWords[operator].label(left, other)
    : `${left} ${operator} ${other}`;
}

/** A text that is one reference stands for its value, so it goes without quotes. */
function sideWords(side: Json): string {
  return typeof side === 'string' && /^\$\{[^}]*\}$/.test(side) ? side : JSON.stringify(side);
}
