// Keywords about lists.
import { canonicalJson, ownValue, type Json } from '@skein/kernel';
import { partsOf } from '../budget.ts';
import { misfit, type Evaluation, type Spot, type Keyword } from '../evaluation.ts';

/** A list of schemas for the first items: called so since 2020-12, `items` before. */
const firstItems: Keyword = ({ argument }, spot, evaluation) => {
  const { value } = spot;
  if (!Array.isArray(value)) return true;
  const schemas = argument as readonly Json[];
  let isFitting = true;
  for (let i = 0; i < Math.min(schemas.length, value.length); i++) {
    if (!evaluateItem(schemas[i] as Json, spot, i, evaluation)) isFitting = false;
  }
  return isFitting;
};

const items: Keyword = (rule, spot, evaluation) => {
  const { argument, schema } = rule;
  if (Array.isArray(argument)) return firstItems(rule, spot, evaluation);
  const before =
    evaluation.prepared.draft === '2020-12' ? ownValue(schema, 'prefixItems') : undefined;
  return itemsFrom(argument, { spot, from: lengthOf(before) }, evaluation);
};

/** What comes after a list of schemas; without such a list it says nothing. */
const additionalItems: Keyword = ({ argument, schema }, spot, evaluation) => {
  const first = ownValue(schema, 'items');
  if (!Array.isArray(first) || evaluation.prepared.draft === '2020-12') return true;
  return itemsFrom(argument, { spot, from: first.length }, evaluation);
};

export const unevaluatedItems: Keyword = ({ argument }, spot, evaluation) => {
  const { value, seen } = spot;
  if (!Array.isArray(value)) return true;
  let isFitting = true;
  evaluation.spend(value.length);
  for (let i = 0; i < value.length; i++) {
    if (seen?.items.has(i) === true) continue;
    if (!evaluateItem(argument, spot, i, evaluation)) isFitting = false;
  }
  return isFitting;
};

function itemsFrom(
  schema: Json,
  { spot, from }: { readonly spot: Spot; readonly from: number },
  evaluation: Evaluation,
): boolean {
  const { value } = spot;
  if (!Array.isArray(value)) return true;
  let isFitting = true;
  for (let i = from; i < value.length; i++) {
    if (!evaluateItem(schema, spot, i, evaluation)) isFitting = false;
    if (!isFitting && spot.problems === null) return false;
  }
  return isFitting;
}

const contains: Keyword = ({ argument, schema }, spot, evaluation) => {
  const { value } = spot;
  if (!Array.isArray(value)) return true;
  const isOld = evaluation.prepared.draft.startsWith('draft');
  const least = isOld ? 1 : Number(ownValue(schema, 'minContains') ?? 1);
  const most = isOld ? Infinity : Number(ownValue(schema, 'maxContains') ?? Infinity);
  const marks = evaluation.prepared.draft === '2020-12';
  let found = 0;
  for (let i = 0; i < value.length; i++) {
    const inside = itemSpot({ ...spot, problems: null }, i);
    if (!evaluation.evaluate(argument, inside)) continue;
    found += 1;
    if (marks) spot.seen?.items.add(i);
  }
  if (found < least) return misfit(spot, () => `must contain ${least} items that fit "contains"`);
  return found <= most || misfit(spot, () => `must contain at most ${most} such items`);
};

const uniqueItems: Keyword = ({ argument }, spot, evaluation) => {
  const { value } = spot;
  if (argument !== true || !Array.isArray(value)) return true;
  partsOf(value, evaluation.spend);
  // Comparing texts takes time in proportion; comparing each item with each would not.
  const known = new Set(value.map((item: Json) => canonicalJson(item)));
  return known.size === value.length || misfit(spot, () => 'must not have two equal items');
};

function evaluateItem(schema: Json, spot: Spot, i: number, evaluation: Evaluation): boolean {
  spot.seen?.items.add(i);
  return evaluation.evaluate(schema, itemSpot(spot, i));
}

function itemSpot(spot: Spot, key: number): Spot {
  const value = (spot.value as readonly Json[])[key] as Json;
  return { ...spot, value, place: { outer: spot.place, key }, seen: null };
}

function size(isFitting: (length: number, bound: number) => boolean, words: string): Keyword {
  return ({ argument }, spot) =>
    !Array.isArray(spot.value) ||
    isFitting(spot.value.length, Number(argument)) ||
    misfit(spot, () => `must have ${words} ${Number(argument)} items`);
}

function lengthOf(list: Json | undefined): number {
  return Array.isArray(list) ? list.length : 0;
}

export const listKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['prefixItems', firstItems],
  ['items', items],
  ['additionalItems', additionalItems],
  ['contains', contains],
  ['uniqueItems', uniqueItems],
  ['minItems', size((length, bound) => length >= bound, 'at least')],
  ['maxItems', size((length, bound) => length <= bound, 'at most')],
]);
