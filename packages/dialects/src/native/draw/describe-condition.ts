// Conditions in a few words
// For labels: `${draft.output.score} ≥ 3 and not ${trigger.urgent}`. What is no condition is shown as it is.
import { isObject, ownValue, type Json } from '@skein/kernel';
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

const symbols: ReadonlyMap<string, string> = new Map([
  ['eq', '='],
  ['ne', '≠'],
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
  ['startsWith', 'starts with'],
  ['endsWith', 'ends with'],
]);

function comparisonWords(left: string, operator: string, right: Json | undefined): string {
  switch (operator) {
    case 'truthy':
      return left;
    case 'falsy':
      return `not ${left}`;
    case 'exists':
      return `${left} exists`;
    case 'empty':
      return `${left} is empty`;
    default:
      return `${left} ${symbols.get(operator) ?? operator} ${sideWords(right ?? null)}`;
  }
}

/** A text that is one reference stands for its value, so it goes without quotes. */
function sideWords(side: Json): string {
  return typeof side === 'string' && /^\$\{[^}]*\}$/.test(side) ? side : JSON.stringify(side);
}
