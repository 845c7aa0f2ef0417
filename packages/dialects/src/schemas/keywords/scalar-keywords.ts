// Keywords about single values: types, choices, numbers, texts.
import { equalJson, matchPattern, type Json } from '@skein/kernel';
import { partsOf, type Spend } from '../budget.ts';
import { cutText, misfit, type Keyword } from '../evaluation.ts';
import { formats } from '../formats.ts';
import { isMultipleOf } from '../is-multiple-of.ts';

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
  const isSame = comparison(spot.value, evaluation.spend);
  if (choices.some(isSame)) return true;
  return misfit(spot, () => `must be one of ${shown(choices)}`);
};

const exactly: Keyword = ({ argument }, spot, { spend }) =>
  comparison(spot.value, spend)(argument) || misfit(spot, () => `must be ${shown(argument)}`);

/** Against a text or number, less than a step: choices may be thousands. */
const stepsPerPlain = 0.25;

/** Lists and objects are compared part by part, each time anew. */
function comparison(value: Json, spend: Spend): (other: Json) => boolean {
  const isPlain = typeof value !== 'object' || value === null;
  const cost = isPlain ? 1 : partsOf(value, spend);
  return (other) => {
    spend(typeof other === 'object' ? cost : stepsPerPlain);
    return equalJson(value, other);
  };
}

const choicesShown = 20;
const choiceMax = 400;

/** An enumeration can have thousands of members. */
function shown(value: Json): string {
  if (!Array.isArray(value) || value.length <= choicesShown)
    return cutText(JSON.stringify(value), choiceMax);
  const first = JSON.stringify(value.slice(0, choicesShown)).slice(0, -1);
  return `${cutText(first, choiceMax)}, and ${value.length - choicesShown} more]`;
}

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
  return ({ argument }, spot, { spend }) => {
    const { value } = spot;
    if (typeof value !== 'string') return true;
    const bound = Number(argument);
    const size = isNear(value.length, bound) ? count(value, spend) : value.length;
    return isFitting(size, bound) || misfit(spot, () => words(bound));
  };
}

/** A character is one unit or two, so most texts need no counting. */
function isNear(units: number, bound: number): boolean {
  return units >= bound && units <= 2 * bound;
}

function count(text: string, spend: Spend): number {
  spend(text.length);
  return Array.from(text).length;
}

const pattern: Keyword = ({ argument }, spot, { prepared, spend }) => {
  if (typeof spot.value !== 'string') return true;
  const compiled = prepared.patterns.get(argument as string);
  if (compiled !== undefined && matchPattern(compiled, spot.value, spend)) return true;
  return misfit(spot, () => `must match the pattern ${argument as string}`);
};

/** Expressions of JavaScript look at this many in the time of a step. */
const charactersPerStep = 8;

const format: Keyword = ({ argument }, spot, { spend }) => {
  const { value } = spot;
  if (typeof value !== 'string' || typeof argument !== 'string') return true;
  const known = formats.get(argument);
  if (known === undefined) return true;
  spend(value.length / charactersPerStep);
  return known.fits(value) || misfit(spot, () => `must be ${known.words}`);
};

/** Decimals are compared digit by digit, hundreds of them at worst. */
const multipleSteps = 40;

const multipleOf: Keyword = (rule, spot, evaluation) => {
  evaluation.spend(multipleSteps);
  return isMultiple(rule, spot, evaluation);
};

const isMultiple = numeric(isMultipleOf, (bound) => `a multiple of ${bound}`);

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
  ['multipleOf', multipleOf],
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
  ['format', format],
]);
