// Functions that stand alone: questions about values, conversions, numbers, lists and objects.
import { isObject, type Json } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Call, FunctionEntry } from '../function-entry.ts';
import { EvaluationError, spend, spendText, type Value } from '../machine.ts';
import { finite, orderOf, payForWhole, toNumber, toText } from '../values.ts';
import { rememberedAt } from '../../values/remembered.ts';
import { build } from './object-methods.ts';
import {
  fail,
  integerAt,
  isGiven,
  jsonAt,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from './read-arguments.ts';

export type GlobalFunction = FunctionEntry<null>;

/** A function of one number. */
function ofNumber(
  described: Pick<GlobalFunction, 'name' | 'description' | 'example' | 'result'>,
  compute: (value: number) => number,
): GlobalFunction {
  return {
    ...described,
    parameters: ['number'],
    alias: `Math.${described.name}`,
    call: (call) => finite(compute(numberAt(call, 0)), call.at),
  };
}

export const globalFunctions: readonly GlobalFunction[] = [
  {
    name: 'remembered',
    parameters: ['item', 'name'],
    description: 'What an item was at the node that remembers its items under this name.',
    example: 'remembered({ a: 1 }, "order") ?? "none"',
    result: 'none',
    call: (call) => rememberedAt(jsonAt(call, 0), textAt(call, 1)),
  },
  {
    name: 'exists',
    parameters: ['value'],
    description: 'Whether there is a value, other than null.',
    example: 'exists(trigger.nothing)',
    result: false,
    takesMissing: true,
    call: ({ given: [value] }) => value !== undefined && value !== null,
  },
  {
    name: 'empty',
    parameters: ['value'],
    description: 'Whether it is missing, null, "", an empty list or an empty object.',
    example: 'empty([])',
    result: true,
    takesMissing: true,
    call: (call) => {
      const [value] = call.given;
      if (value === undefined || value === null || value === '') return true;
      const json = jsonAt(call, 0);
      if (isList(json)) return json.length === 0;
      return isObject(json) && Object.keys(json).length === 0;
    },
  },
  {
    name: 'type',
    parameters: ['value'],
    description: 'What it is: "text", "number", "boolean", "list", "object" or "null".',
    example: 'type([1])',
    result: 'list',
    call: (call) => {
      const value = jsonAt(call, 0);
      if (value === null) return 'null';
      if (typeof value === 'string') return 'text';
      return isList(value) ? 'list' : typeof value;
    },
  },
  {
    name: 'text',
    alias: 'String',
    parameters: ['value'],
    description: 'As text: texts as they are, everything else as JSON.',
    example: 'text([1, 2])',
    result: '[1,2]',
    call: (call) => toText(call.machine, jsonAt(call, 0)),
  },
  {
    name: 'number',
    alias: 'Number',
    parameters: ['value'],
    description: 'A text as the number that it is written as; true is 1 and false is 0.',
    example: 'number(" 12.5 ")',
    result: 12.5,
    call: (call) => toNumber(jsonAt(call, 0), call.at),
  },
  {
    name: 'boolean',
    alias: 'Boolean',
    parameters: ['value'],
    description: 'False for null, false, 0, "" and what is missing; else true.',
    example: 'boolean("")',
    result: false,
    takesMissing: true,
    call: ({ given: [value] }) => Boolean(value),
  },
  {
    name: 'list',
    parameters: ['value'],
    description:
      'A list as it is, null and what is missing as an empty list, anything else as a list of it.',
    example: 'list("a")',
    result: ['a'],
    takesMissing: true,
    call: (call) => {
      const [value] = call.given;
      if (value === undefined || value === null) return [];
      const json = jsonAt(call, 0);
      return isList(json) ? json : [json];
    },
  },
  {
    name: 'isList',
    alias: 'Array.isArray',
    parameters: ['value'],
    description: 'Whether it is a list.',
    example: 'isList([])',
    result: true,
    call: (call) => isList(jsonAt(call, 0)),
  },
  {
    name: 'json',
    alias: 'JSON.stringify',
    parameters: ['value', 'indent?'],
    description: 'As JSON text; with an indent, in lines.',
    example: 'json({ a: "x" })',
    result: '{"a":"x"}',
    call: (call) => {
      const value = jsonAt(call, 0);
      payForWhole(call.machine, value);
      const text = JSON.stringify(value, null, Math.min(10, Math.max(0, integerAt(call, 1, 0))));
      spendText(call.machine, text.length);
      return text;
    },
  },
  {
    name: 'parseJson',
    alias: 'JSON.parse',
    parameters: ['text'],
    description: 'The value that a JSON text stands for.',
    example: 'parseJson("[1, 2]")',
    result: [1, 2],
    call: parseJson,
  },
  ofNumber(
    { name: 'floor', description: 'Rounded down.', example: 'floor(2.7)', result: 2 },
    Math.floor,
  ),
  ofNumber(
    { name: 'ceil', description: 'Rounded up.', example: 'ceil(2.1)', result: 3 },
    Math.ceil,
  ),
  ofNumber(
    {
      name: 'trunc',
      description: 'Without what is after the point.',
      example: 'trunc(-2.7)',
      result: -2,
    },
    Math.trunc,
  ),
  ofNumber(
    { name: 'abs', description: 'Without its sign.', example: 'abs(-3)', result: 3 },
    Math.abs,
  ),
  ofNumber(
    { name: 'sign', description: '1, 0 or -1.', example: 'sign(-3)', result: -1 },
    Math.sign,
  ),
  // The square root is the one root that every engine computes exactly.
  ofNumber(
    { name: 'sqrt', description: 'The square root.', example: 'sqrt(9)', result: 3 },
    Math.sqrt,
  ),
  {
    name: 'round',
    alias: 'Math.round',
    parameters: ['number', 'digits?'],
    description: 'Rounded to so many digits after the point; halves go up.',
    example: 'round(2.345, 2)',
    result: 2.35,
    call: (call) => roundTo(numberAt(call, 0), integerAt(call, 1, 0), call),
  },
  {
    name: 'min',
    alias: 'Math.min',
    parameters: ['...numbers'],
    description: 'The smallest of the numbers.',
    example: 'min(3, 1, 2)',
    result: 1,
    call: (call) => extreme(call, -1),
  },
  {
    name: 'max',
    alias: 'Math.max',
    parameters: ['...numbers'],
    description: 'The largest of the numbers.',
    example: 'max(3, 1, 2)',
    result: 3,
    call: (call) => extreme(call, 1),
  },
  {
    name: 'range',
    parameters: ['from', 'to?', 'step?'],
    description:
      'The numbers from the first up to, but without the second; with one argument, from 0.',
    example: 'range(1, 4)',
    result: [1, 2, 3],
    call: range,
  },
  {
    name: 'merge',
    alias: 'Object.assign',
    parameters: ['...objects'],
    description: 'The keys of all objects; later ones win.',
    example: 'merge({ a: 1 }, { a: 2, b: 3 })',
    result: { a: 2, b: 3 },
    call: (call) =>
      build(
        call,
        call.given.flatMap((given, index) =>
          given === null ? [] : Object.entries(objectAt(call, index)),
        ),
      ),
  },
  {
    name: 'fromEntries',
    alias: 'Object.fromEntries',
    parameters: ['pairs'],
    description: 'An object of pairs of keys and values.',
    example: 'fromEntries([["a", 1]])',
    result: { a: 1 },
    call: (call) =>
      build(
        call,
        listAt(call, 0).map((pair): [string, Json] => {
          const [key, value] = isList(pair) ? pair : [];
          if (typeof key === 'string') return [key, value ?? null];
          throw fail(call, 'needs pairs of a text and a value');
        }),
      ),
  },
  {
    name: 'encodeURIComponent',
    parameters: ['text'],
    description: 'As a part of an address.',
    example: 'encodeURIComponent("a b&c")',
    result: 'a%20b%26c',
    call: (call) => convert(call, encodeURIComponent),
  },
  {
    name: 'decodeURIComponent',
    parameters: ['text'],
    description: 'What a part of an address says.',
    example: 'decodeURIComponent("a%20b")',
    result: 'a b',
    call: (call) => convert(call, decodeURIComponent),
  },
];

function parseJson(call: Call): Value {
  const text = textAt(call, 0);
  spend(call.machine, 1 + text.length / 4);
  let value: Json;
  try {
    // What JSON.parse gives is JSON.
    value = JSON.parse(text) as Json;
  } catch {
    throw fail(call, `needs a JSON text, not ${JSON.stringify(text.slice(0, 40))}`);
  }
  payForWhole(call.machine, value);
  return value;
}

/** Through the decimal text, as people round: 1.005 has the halves that its digits show. */
function roundTo(value: number, digits: number, call: Call): number {
  if (digits === 0) return finite(Math.round(value), call.at);
  if (Math.abs(digits) > 100) throw fail(call, 'rounds to at most 100 digits');
  const [base, exponent = '0'] = String(value).split('e');
  const shifted = Math.round(Number(`${base}e${Number(exponent) + digits}`));
  const [whole, power = '0'] = String(shifted).split('e');
  const rounded = Number(`${whole}e${Number(power) - digits}`);
  return finite(Number.isFinite(rounded) ? rounded : value, call.at);
}

function extreme(call: Call, sign: 1 | -1): number {
  if (!isGiven(call, 0)) throw fail(call, 'needs at least one number');
  const numbers = call.given.map((_, index) => numberAt(call, index));
  spend(call.machine, numbers.length);
  return numbers.reduce((best, number) =>
    sign * orderOf(call.machine, number, best, call.at) > 0 ? number : best,
  );
}

function range(call: Call): Json {
  const first = numberAt(call, 0);
  const from = isGiven(call, 1) ? first : 0;
  const to = numberAt(call, 1, first);
  const step = numberAt(call, 2, 1);
  if (step === 0) throw fail(call, 'needs a step other than 0');
  const count = Math.max(0, Math.ceil((to - from) / step));
  spend(call.machine, count);
  return Array.from({ length: count }, (_, index) => from + index * step);
}

function convert(call: Call, change: (text: string) => string): string {
  const text = textAt(call, 0);
  spendText(call.machine, text.length * 4);
  try {
    return change(text);
  } catch {
    throw new EvaluationError(`${call.name} cannot convert this text`, call.at);
  }
}
