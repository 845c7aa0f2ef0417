// Reading the arguments of a call: each has the type that the function asks for, or the expression fails and says so.
import { isObject, ownValue, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Call } from '../function-entry.ts';
import { EvaluationError, Lambda, spend, type Value } from '../machine.ts';
import { PatternArgument } from '../pattern-argument.ts';
import { kindOf } from '../values.ts';

const ORDINALS = ['first', 'second', 'third'];

export function fail({ name, at }: Call, message: string): EvaluationError {
  return new EvaluationError(`${name} ${message}`, at);
}

function wrong(call: Call, index: number, wanted: string): EvaluationError {
  const given = call.given[index];
  const found =
    given instanceof Lambda
      ? 'a function'
      : given instanceof PatternArgument
        ? 'a pattern'
        : kindOf(given);
  return fail(call, `needs ${wanted} as its ${ORDINALS[index] ?? 'next'} argument, not ${found}`);
}

export function isGiven({ given }: Call, index: number): boolean {
  return index < given.length;
}

/** Any value, but no function and no pattern. */
export function jsonAt(call: Call, index: number): Json {
  const given = call.given[index];
  if (given === undefined || given instanceof Lambda || given instanceof PatternArgument) {
    throw wrong(call, index, 'a value');
  }
  return given;
}

export function textAt(call: Call, index: number, otherwise?: string): string {
  const given = call.given[index];
  if (typeof given === 'string') return given;
  if (!isGiven(call, index) && otherwise !== undefined) return otherwise;
  throw wrong(call, index, 'a text');
}

export function numberAt(call: Call, index: number, otherwise?: number): number {
  const given = call.given[index];
  if (typeof given === 'number') return given;
  if (!isGiven(call, index) && otherwise !== undefined) return otherwise;
  throw wrong(call, index, 'a number');
}

/** A whole number; fractions are cut off, as JavaScript does it. */
export function integerAt(call: Call, index: number, otherwise?: number): number {
  return Math.trunc(numberAt(call, index, otherwise)) + 0;
}

export function listAt(call: Call, index: number): readonly Json[] {
  const given = jsonAt(call, index);
  if (isList(given)) return given;
  throw wrong(call, index, 'a list');
}

export function objectAt(call: Call, index: number): JsonObject {
  const given = jsonAt(call, index);
  if (isObject(given)) return given;
  throw wrong(call, index, 'an object');
}

export function lambdaAt(call: Call, index: number): Lambda {
  const given = call.given[index];
  if (given instanceof Lambda) return given;
  throw wrong(call, index, 'a function, as in item => item.price,');
}

export function patternAt(call: Call, index: number): PatternArgument {
  const given = call.given[index];
  if (given instanceof PatternArgument) return given;
  throw wrong(call, index, 'a pattern, as in /[0-9]+/,');
}

export type KeyOf = (item: Json, index: number) => Value;

/** How an item is looked at: by a function, by a key such as "price" or "address.city", or as it is. */
export function keyAt(call: Call, index: number): KeyOf {
  const { machine } = call;
  if (!isGiven(call, index)) return (item) => item;
  const given = call.given[index];
  if (given instanceof Lambda) return (item, place) => given.call(machine, item, place);
  if (typeof given !== 'string') throw wrong(call, index, 'a key or a function');
  const path = given.split('.');
  return (item) => {
    spend(machine, path.length);
    let value: Value = item;
    for (const key of path) value = isObject(value) ? ownValue(value, key) : undefined;
    return value;
  };
}
