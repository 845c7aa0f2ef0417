// Keywords about single values: types, choices, numbers, texts.
import { equalJson, type Json } from '@skein/kernel';
import { misfit, type Keyword } from '../evaluation.ts';
import { isMultipleOf } from '../is-multiple-of.ts';
import { matchPattern } from '../pattern/match-pattern.ts';

const typeNames: { readonly [type: string]: string } = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

const type: Keyword = ({ argument }, spot) => {
  const types = (Array.isArray(argument) ? argument : [argument]) as readonly string[];
  if (types.some((name) => isOfType(spot.value, name))) return true;
  return misfit(spot, () => `must be ${types.map((name) => typeNames[name]).join(' or ')}`);
};

function isOfType(value: Json, name: string): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}

const oneOfThese: Keyword = ({ argument }, spot, evaluation) => {
  const choices = argument as readonly Json[];
  evaluation.spend(choices.length);
  if (choices.some((choice) => equalJson(choice, spot.value))) return true;
  return misfit(spot, () => `must be one of ${JSON.stringify(choices)}`);
};

const exactly: Keyword = ({ argument }, spot) =>
  equalJson(argument, spot.value) || misfit(spot, () => `must be ${JSON.stringify(argument)}`);

/** A keyword about numbers; other values always fit. */
function numeric(
  isFitting: (value: number, bound: number) => boolean,
  words: (bound: number) => string,
): Keyword {
  return ({ argument }, spot) => {
    if (typeof spot.value !== 'number' || isFitting(spot.value, Number(argument))) return true;
    return misfit(spot, () => `must be ${words(Number(argument))}`);
  };
}

/** A keyword about the length of a text, in characters as people count them. */
function length(
  isFitting: (size: number, bound: number) => boolean,
  words: (bound: number) => string,
): Keyword {
  return ({ argument }, spot) => {
    const { value } = spot;
    if (typeof value !== 'string') return true;
    // A character is at most two units, so most texts need no counting.
    const size = value.length < Number(argument) ? value.length : Array.from(value).length;
    return isFitting(size, Number(argument)) || misfit(spot, () => words(Number(argument)));
  };
}

const pattern: Keyword = ({ argument }, spot, { prepared, spend }) => {
  if (typeof spot.value !== 'string') return true;
  const compiled = prepared.patterns.get(argument as string);
  if (compiled !== undefined && matchPattern(compiled, spot.value, spend)) return true;
  return misfit(spot, () => `must match the pattern ${argument as string}`);
};

export const scalarKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['type', type],
  ['enum', oneOfThese],
  ['const', exactly],
  [
    'minimum',
    numeric(
      (value, bound) => value >= bound,
      (bound) => `at least ${bound}`,
    ),
  ],
  [
    'maximum',
    numeric(
      (value, bound) => value <= bound,
      (bound) => `at most ${bound}`,
    ),
  ],
  [
    'exclusiveMinimum',
    numeric(
      (value, bound) => value > bound,
      (bound) => `above ${bound}`,
    ),
  ],
  [
    'exclusiveMaximum',
    numeric(
      (value, bound) => value < bound,
      (bound) => `below ${bound}`,
    ),
  ],
  ['multipleOf', numeric(isMultipleOf, (bound) => `a multiple of ${bound}`)],
  [
    'minLength',
    length(
      (size, bound) => size >= bound,
      (bound) => `must have at least ${bound} characters`,
    ),
  ],
  [
    'maxLength',
    length(
      (size, bound) => size <= bound,
      (bound) => `must have at most ${bound} characters`,
    ),
  ],
  ['pattern', pattern],
]);
