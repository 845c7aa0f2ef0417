// Methods of objects and of numbers.
import { ownValue, setOwn, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Call, FunctionEntry } from '../function-entry.ts';
import { spend } from '../machine.ts';
import { fail, integerAt, jsonAt, lambdaAt, objectAt, textAt } from './read-arguments.ts';

export const numberMethods: readonly FunctionEntry<number>[] = [
  {
    name: 'toFixed',
    parameters: ['digits?'],
    description: 'As text with so many digits after the point.',
    example: '(3.14159).toFixed(2)',
    result: '3.14',
    call: (call, number) => {
      const digits = integerAt(call, 0, 0);
      if (digits < 0 || digits > 100) throw fail(call, 'needs 0 to 100 digits');
      return number.toFixed(digits);
    },
  },
  {
    name: 'toString',
    parameters: [],
    description: 'As text.',
    example: '(1.5).toString()',
    result: '1.5',
    call: (_, number) => String(number),
  },
];

export const objectMethods: readonly FunctionEntry<JsonObject>[] = [
  {
    name: 'keys',
    alias: 'Object.keys',
    parameters: [],
    description: 'A list of its keys.',
    example: '({ a: 1, b: 2 }).keys()',
    result: ['a', 'b'],
    call: (call, object) => entriesOf(call, object).map(([key]) => key),
  },
  {
    name: 'values',
    alias: 'Object.values',
    parameters: [],
    description: 'A list of its values.',
    example: '({ a: 1, b: 2 }).values()',
    result: [1, 2],
    call: (call, object) => entriesOf(call, object).map(([, value]) => value),
  },
  {
    name: 'entries',
    alias: 'Object.entries',
    parameters: [],
    description: 'A list of its keys and values, in pairs.',
    example: '({ a: 1 }).entries()',
    result: [['a', 1]],
    call: (call, object) => entriesOf(call, object).map(([key, value]) => [key, value]),
  },
  {
    name: 'has',
    parameters: ['key'],
    description: 'Whether it has this key.',
    example: '({ a: null }).has("a")',
    result: true,
    call: (call, object) => Object.hasOwn(object, textAt(call, 0)),
  },
  {
    name: 'pick',
    parameters: ['...keys'],
    description: 'Only these keys: texts, or one list of them.',
    example: '({ a: 1, b: 2, c: 3 }).pick("a", "c")',
    result: { a: 1, c: 3 },
    call: (call, object) =>
      build(
        call,
        keysAt(call).flatMap((key) => {
          const value = ownValue(object, key);
          return value === undefined ? [] : [[key, value]];
        }),
      ),
  },
  {
    name: 'omit',
    parameters: ['...keys'],
    description: 'All but these keys: texts, or one list of them.',
    example: '({ a: 1, b: 2 }).omit("b")',
    result: { a: 1 },
    call: (call, object) => {
      const keys = new Set(keysAt(call));
      return build(
        call,
        entriesOf(call, object).filter(([key]) => !keys.has(key)),
      );
    },
  },
  {
    name: 'rename',
    parameters: ['names'],
    description: 'With other keys: an object that says the new name of each old one.',
    example: '({ id: 1, x: 2 }).rename({ id: "nr" })',
    result: { nr: 1, x: 2 },
    call: (call, object) => {
      const names = objectAt(call, 0);
      return build(
        call,
        entriesOf(call, object).map(([key, value]) => {
          const name = ownValue(names, key);
          return [typeof name === 'string' ? name : key, value];
        }),
      );
    },
  },
  {
    name: 'mapValues',
    parameters: ['(value, key) => value'],
    description: 'The same keys with what the function gives for each value.',
    example: '({ a: 1, b: 2 }).mapValues(n => n * 10)',
    result: { a: 10, b: 20 },
    call: (call, object) => {
      const { machine } = call;
      const look = lambdaAt(call, 0);
      const changed: [string, Json][] = [];
      for (const [key, value] of entriesOf(call, object)) {
        const result = look.call(machine, value, key);
        if (result === undefined && machine.lacks) return undefined;
        if (result !== undefined) changed.push([key, result]);
      }
      return build(call, changed);
    },
  },
];

function entriesOf({ machine }: Call, object: JsonObject): [string, Json][] {
  const entries = Object.entries(object);
  spend(machine, 2 * entries.length);
  return entries;
}

export function build(
  { machine }: Pick<Call, 'machine'>,
  entries: readonly (readonly [string, Json])[],
): JsonObject {
  const object: { [key: string]: Json } = {};
  // Keys cost several times what items of a list do.
  spend(machine, 4 * entries.length);
  for (const [key, value] of entries) setOwn(object, key, value);
  return object;
}

function keysAt(call: Call): string[] {
  const all = call.given.map((_, index) => jsonAt(call, index));
  const [first] = all;
  const given = isList(first) ? first : all;
  spend(call.machine, given.length);
  return given.map((key) => {
    if (typeof key === 'string') return key;
    throw fail(call, 'needs texts as keys');
  });
}
