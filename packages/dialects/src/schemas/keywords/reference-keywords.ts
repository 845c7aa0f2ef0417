import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import type { Evaluation, Keyword, Scope } from '../evaluation.ts';
import type { PreparedSchema, Target } from '../prepared-schema.ts';

function follow(keyword: string): Keyword {
  return ({ schema }, spot, evaluation) => {
    const { prepared } = evaluation;
    const found = prepared.targets.get(schema)?.get(keyword);
    // Every reference was found when the schema was prepared.
    if (found === undefined) throw new Error('a reference does not lead to a schema');
    const target =
      found.dynamicName === undefined ? found : outermost(found, spot.scope, evaluation);
    const scope = { home: target.home, outer: spot.scope };
    return evaluation.evaluate(target.schema, { ...spot, scope });
  };
}

/** The dynamic anchor of that name in the resource that was entered first. */
function outermost(found: Target, scope: Scope, { prepared, spend }: Evaluation): Target {
  const { dynamicName = '' } = found;
  let target = found;
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    spend(1);
    const schema =
      dynamicName === ''
        ? recursiveRoot(prepared, at.home)
        : prepared.dynamicAnchors.get(`${at.home}#${dynamicName}`);
    if (schema !== undefined) target = { schema, home: at.home };
  }
  return target;
}

function recursiveRoot(prepared: PreparedSchema, home: string): JsonObject | undefined {
  const root = prepared.resources.get(home);
  if (!isObject(root)) return undefined;
  return ownValue(root, '$recursiveAnchor') === true ? root : undefined;
}

export const referenceKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['$ref', follow('$ref')],
  ['$dynamicRef', follow('$dynamicRef')],
  ['$recursiveRef', follow('$recursiveRef')],
]);
