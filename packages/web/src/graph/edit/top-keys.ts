// The top-level keys of a definition: name, description, and everything else that is not a list of nodes, edges or steps and
// is not drawn.
import { equalJson, isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { objectAt, textAt, withKey } from '../own-keys.ts';
import { withoutEmpty, withShown } from './shown-values.ts';

export interface TopKeys {
  readonly name: string;
  readonly description: string;
  readonly others: JsonObject;
}

/** Edited elsewhere, or not at all. */
const elsewhere = new Set(
  (
    'nodes edges connections steps paths agents studio trigger triggers ' +
    'skein id uuid user_id name description is_active $schema'
  ).split(' '),
);

/** Keys of `schema` have fields of their own. */
export function readTopKeys(definition: JsonObject, schema: JsonObject = {}): TopKeys {
  const shown = objectAt(schema, 'properties');
  const others = Object.entries(definition).filter(
    ([key]) => !elsewhere.has(key) && !Object.hasOwn(shown, key),
  );
  return {
    name: textAt(definition, 'name'),
    description: textAt(definition, 'description'),
    // `fromEntries` defines own properties, even one called `__proto__`.
    others: Object.fromEntries(others),
  };
}

export function setTopKey(
  definition: JsonObject,
  key: 'name' | 'description',
  text: string,
): JsonObject {
  return textAt(definition, key) === text ? definition : withKey(definition, key, text);
}

/** Missing keys are removed; keys that are edited elsewhere stay. */
export function setOtherKeys(
  definition: JsonObject,
  given: Json | undefined,
  schema: JsonObject = {},
): JsonObject {
  if (!isObject(given)) return definition;
  const { others } = readTopKeys(definition, schema);
  const gone = Object.keys(others).filter((key) => !Object.hasOwn(given, key));
  const kept = gone.reduce((result, key) => withKey(result, key, undefined), definition);
  return Object.keys(given)
    .filter((key) => !elsewhere.has(key))
    .reduce((result, key) => withKey(result, key, ownValue(given, key)), kept);
}

/** Sets these keys of the policy; the others stay. Empty values are dropped, so that the defaults apply. */
export function setPolicy(
  definition: JsonObject,
  keys: readonly string[],
  values: JsonObject,
): JsonObject {
  const policy = objectAt(definition, 'policy');
  const changed = withShown(policy, keys, withoutEmpty(values));
  if (equalJson(changed, policy)) return definition;
  return withKey(definition, 'policy', Object.keys(changed).length === 0 ? undefined : changed);
}
