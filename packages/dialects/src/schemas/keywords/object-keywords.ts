// Keywords about objects. Keys are data: only own properties count, on both sides.
import { isObject, matchPattern, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { stepsPerName, type Spend } from '../budget.ts';
import {
  misfit,
  missingProperty,
  type Evaluation,
  type Spot,
  type Keyword,
} from '../evaluation.ts';

const properties: Keyword = ({ argument }, spot, evaluation) => {
  const { value } = spot;
  if (!isObject(value)) return true;
  const schemas = argument as JsonObject;
  let isFitting = true;
  for (const name of Object.keys(schemas)) {
    evaluation.spend(1);
    if (!Object.hasOwn(value, name)) continue;
    if (!evaluateProperty(schemas[name] as Json, spot, name, evaluation)) isFitting = false;
  }
  return isFitting;
};

const patternProperties: Keyword = ({ argument }, spot, evaluation) => {
  const { value } = spot;
  if (!isObject(value)) return true;
  let isFitting = true;
  for (const [source, schema] of Object.entries(argument as JsonObject)) {
    for (const name of Object.keys(value)) {
      if (!fitsPattern(source, name, evaluation)) continue;
      if (!evaluateProperty(schema, spot, name, evaluation)) isFitting = false;
    }
  }
  return isFitting;
};

const additionalProperties: Keyword = ({ argument, schema }, spot, evaluation) => {
  const named = ownValue(schema, 'properties');
  const patterns = ownValue(schema, 'patternProperties');
  const sources = isObject(patterns) ? Object.keys(patterns) : [];
  const isKnown = (name: string) =>
    (isObject(named) && Object.hasOwn(named, name)) ||
    sources.some((source) => fitsPattern(source, name, evaluation));
  return otherProperties(argument, { spot, isKnown }, evaluation);
};

export const unevaluatedProperties: Keyword = ({ argument }, spot, evaluation) => {
  const isKnown = (name: string) => spot.seen?.names.has(name) === true;
  return otherProperties(argument, { spot, isKnown }, evaluation);
};

function otherProperties(
  schema: Json,
  { spot, isKnown }: { readonly spot: Spot; readonly isKnown: (name: string) => boolean },
  evaluation: Evaluation,
): boolean {
  const { value } = spot;
  if (!isObject(value)) return true;
  let isFitting = true;
  for (const name of Object.keys(value)) {
    evaluation.spend(stepsPerName);
    if (isKnown(name)) continue;
    if (schema === false) {
      isFitting = misfit(spot, () => `must not have the property ${JSON.stringify(name)}`);
    } else if (!evaluateProperty(schema, spot, name, evaluation)) isFitting = false;
  }
  return isFitting;
}

const propertyNames: Keyword = ({ argument }, spot, evaluation) => {
  if (!isObject(spot.value)) return true;
  let isFitting = true;
  for (const name of Object.keys(spot.value)) {
    const inside = { ...spot, value: name, problems: null, seen: null };
    if (evaluation.evaluate(argument, inside)) continue;
    isFitting = misfit(spot, () => `must not have a property called ${JSON.stringify(name)}`);
  }
  return isFitting;
};

const required: Keyword = ({ argument }, spot, { spend }) => {
  return lacksNone(argument as readonly string[], { spot, because: '' }, spend);
};

const dependentRequired: Keyword = ({ argument }, spot, { spend }) => {
  const { value } = spot;
  if (!isObject(value)) return true;
  let isFitting = true;
  for (const [name, names] of Object.entries(argument as JsonObject)) {
    spend(1);
    if (!Object.hasOwn(value, name)) continue;
    const because = `, because it has ${JSON.stringify(name)}`;
    if (!lacksNone(names as readonly string[], { spot, because }, spend)) isFitting = false;
  }
  return isFitting;
};

function lacksNone(
  names: readonly string[],
  { spot, because }: { readonly spot: Spot; readonly because: string },
  spend: Spend,
): boolean {
  const { value } = spot;
  if (!isObject(value)) return true;
  let isFitting = true;
  for (const name of names) {
    spend(1);
    if (Object.hasOwn(value, name)) continue;
    isFitting = missingProperty(spot, name, because);
  }
  return isFitting;
}

const dependentSchemas: Keyword = ({ argument }, spot, evaluation) => {
  const { value } = spot;
  if (!isObject(value)) return true;
  let isFitting = true;
  for (const [name, schema] of Object.entries(argument as JsonObject)) {
    evaluation.spend(1);
    if (!Object.hasOwn(value, name)) continue;
    if (!evaluation.evaluate(schema, spot)) isFitting = false;
  }
  return isFitting;
};

/** What the two keywords above were before they were two. */
const dependencies: Keyword = ({ argument, schema }, spot, evaluation) => {
  const entries = Object.entries(argument as JsonObject);
  evaluation.spend(entries.length);
  const names = Object.fromEntries(entries.filter(([, each]) => Array.isArray(each)));
  const schemas = Object.fromEntries(entries.filter(([, each]) => !Array.isArray(each)));
  const hasNames = dependentRequired({ argument: names, schema }, spot, evaluation);
  return dependentSchemas({ argument: schemas, schema }, spot, evaluation) && hasNames;
};

function evaluateProperty(schema: Json, spot: Spot, key: string, evaluation: Evaluation): boolean {
  spot.seen?.names.add(key);
  const value = (spot.value as JsonObject)[key] as Json;
  const inside = { ...spot, value, place: { outer: spot.place, key }, seen: null };
  return evaluation.evaluate(schema, inside);
}

function fitsPattern(source: string, name: string, { prepared, spend }: Evaluation): boolean {
  const pattern = prepared.patterns.get(source);
  return pattern !== undefined && matchPattern(pattern, name, spend);
}

function size(isFitting: (count: number, bound: number) => boolean, words: string): Keyword {
  return ({ argument }, spot, { spend }) => {
    if (!isObject(spot.value)) return true;
    const count = Object.keys(spot.value).length;
    spend(count * stepsPerName);
    if (isFitting(count, Number(argument))) return true;
    return misfit(spot, () => `must have ${words} ${Number(argument)} properties`);
  };
}

export const objectKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['additionalProperties', additionalProperties],
  ['propertyNames', propertyNames],
  ['required', required],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
  ['dependencies', dependencies],
  ['minProperties', size((count, bound) => count >= bound, 'at least')],
  ['maxProperties', size((count, bound) => count <= bound, 'at most')],
]);
