import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { stepsPerName, TooCostly } from './budget.ts';
import {
  Seen,
  misfit,
  type Evaluation,
  type FoundRule,
  type Keyword,
  type Spot,
} from './evaluation.ts';
import { branchKeywords } from './keywords/branch-keywords.ts';
import { listKeywords, unevaluatedItems } from './keywords/list-keywords.ts';
import { objectKeywords, unevaluatedProperties } from './keywords/object-keywords.ts';
import { referenceKeywords } from './keywords/reference-keywords.ts';
import { scalarKeywords } from './keywords/scalar-keywords.ts';

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...referenceKeywords,
  ...branchKeywords,
  ...scalarKeywords,
  ...listKeywords,
  ...objectKeywords,
]);

/** These ask what the others have seen, so they come last. */
const lastKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['unevaluatedItems', unevaluatedItems],
  ['unevaluatedProperties', unevaluatedProperties],
]);

/** Definitions are 200 levels deep at most; only schemas that refer to themselves come this far. */
const depthMax = 1000;

/** Whether a value fits a schema. */
export function evaluateSchema(schema: Json, spot: Spot, evaluation: Evaluation): boolean {
  evaluation.spend(1);
  if (schema === true) return true;
  if (!isObject(schema)) return misfit(spot, () => 'must not be there');
  if (spot.depth > depthMax) throw new TooCostly('it is nested too deeply');
  const { prepared } = evaluation;
  const home = prepared.homes.get(schema) ?? spot.scope.home;
  const scope = home === spot.scope.home ? spot.scope : { home, outer: spot.scope };
  const seen = prepared.needsSeen ? new Seen() : null;
  const inside: Spot = { ...spot, scope, seen, depth: spot.depth + 1 };
  const isFitting = applyKeywords(schema, inside, evaluation);
  if (isFitting && seen !== null && spot.seen !== null) {
    evaluation.spend(stepsPerName * (seen.names.size + seen.items.size));
    spot.seen.add(seen);
  }
  return isFitting;
}

function applyKeywords(schema: JsonObject, spot: Spot, evaluation: Evaluation): boolean {
  let isFitting = true;
  for (const { keyword, rule } of rulesOf(schema, evaluation)) {
    evaluation.spend(1);
    if (!keyword(rule, spot, evaluation)) isFitting = false;
    // If nobody reads the complaints, the first one decides.
    if (!isFitting && spot.problems === null) return false;
  }
  return isFitting;
}

/** Its keywords in the order in which they are applied; found once, since a schema meets many values. */
function rulesOf(schema: JsonObject, { rules, prepared }: Evaluation): readonly FoundRule[] {
  const known = rules.get(schema);
  if (known !== undefined) return known;
  const hidesOthers = prepared.draft.startsWith('draft') && Object.hasOwn(schema, '$ref');
  const names = hidesOthers ? ['$ref'] : Object.keys(schema);
  const found = [keywords, lastKeywords].flatMap((table) =>
    names.flatMap((name) => {
      const keyword = table.get(name);
      // Each name is a key of it.
      const argument = schema[name] as Json;
      return keyword === undefined ? [] : [{ keyword, rule: { argument, schema } }];
    }),
  );
  rules.set(schema, found);
  return found;
}
