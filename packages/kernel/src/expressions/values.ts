// What operators and functions do with values. Own properties only; nothing of the host's prototypes can be reached.
import { equalJson, isObject, ownValue, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { textOf } from '../references/text-of.ts';
import { excessOf, sizeOfJson } from '../values/json-weight.ts';
import {
  EvaluationError,
  spend,
  spendText,
  type Machine,
  type Value,
  type Work,
} from './machine.ts';

/** In words, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

export function memberOf(value: Value, key: string): Value {
  if (isObject(value)) return ownValue(value, key);
  return key === 'length' && (isList(value) || typeof value === 'string')
    ? value.length
    : undefined;
}

/** Numbers lead into lists and texts (negative: from the end), words into objects. */
export function itemOf(value: Value, key: Json, at: number): Value {
  if (typeof key === 'string') return memberOf(value, key);
  if (typeof key !== 'number') {
    throw new EvaluationError(`a key is a text or a number, not ${kindOf(key)}`, at);
  }
  if (!Number.isInteger(key)) return undefined;
  if (isList(value)) return value.at(key);
  if (typeof value === 'string') return value.at(key);
  return isObject(value) ? ownValue(value, String(key)) : undefined;
}

/** JSON has no NaN, no Infinity and no -0. */
export function finite(value: number, at: number): number {
  if (!Number.isFinite(value)) throw new EvaluationError('the result is not a finite number', at);
  return value + 0;
}

/** Deep, without coercion. Equal values have equal sizes, so most others are told apart without a walk. */
export function areEqual(machine: Machine, left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false;
    spendText(machine, left.length);
    return left === right;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
  const size = sizeOfJson(left);
  if (size !== sizeOfJson(right)) return false;
  spend(machine, size / 4);
  return equalJson(left, right);
}

/** A value as text: texts as they are, everything else as JSON. */
export function toText(machine: Work, value: Json): string {
  if (typeof value === 'string') return value;
  payForWhole(machine, value);
  return textOf(value);
}

/** Before a walk through a whole value. Shared parts count as often as they would be written. */
export function payForWhole(machine: Work, value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  const excess = excessOf(value);
  if (excess !== null) throw new EvaluationError(`a value is ${excess}`, -1, true);
  spend(machine, sizeOfJson(value) / 4);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function toNumber(value: Json, at: number): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = typeof value === 'string' ? value.trim() : undefined;
  // The length first: nobody writes longer numbers, and all of it would be compared.
  if (text === undefined || text.length > 400 || !NUMBER.test(text)) {
    const shown = text === undefined ? kindOf(value) : JSON.stringify(text.slice(0, 40));
    throw new EvaluationError(`${shown} is not a number`, at);
  }
  return finite(Number(text), at);
}

/** Negative, zero or positive; null comes last. Texts are compared by UTF-16 code units, as everywhere in the kernel. */
export function orderOf(machine: Work, left: Value, right: Value, at: number): number {
  const a = left ?? null;
  const b = right ?? null;
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') {
    spendText(machine, Math.min(a.length, b.length));
    return a === b ? 0 : a < b ? -1 : 1;
  }
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  throw new EvaluationError(`${kindOf(a)} and ${kindOf(b)} have no order`, at);
}
