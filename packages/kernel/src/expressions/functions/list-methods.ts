// Methods of lists that look at one item after the other. Lists are never changed: each method gives a new one.
import type { Json } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Call, FunctionEntry } from '../function-entry.ts';
import { spend, spendText, type Value } from '../machine.ts';
import { areEqual, toText } from '../values.ts';
import { fail, integerAt, isGiven, jsonAt, lambdaAt, textAt } from './read-arguments.ts';

export type ListMethod = FunctionEntry<readonly Json[]>;

/** What a function gave for each item; missing as a whole when a reference in it is. */
export function mapItems(
  { machine }: Call,
  list: readonly Json[],
  look: (item: Json, index: number) => Value,
): Json[] | undefined {
  spend(machine, list.length);
  const results: Json[] = [];
  for (const [index, item] of list.entries()) {
    const value = look(item, index);
    if (value === undefined && machine.lacks) return undefined;
    results.push(value ?? null);
  }
  return results;
}

/** The index of the first item for which the function holds, or -1. A missing value does not hold. */
function findIndex(call: Call, list: readonly Json[], order: 1 | -1 = 1): number {
  const { machine } = call;
  const test = lambdaAt(call, 0);
  const { lacks } = machine;
  for (let step = 0; step < list.length; step++) {
    const index = order === 1 ? step : list.length - 1 - step;
    spend(machine, 1);
    const holds = Boolean(test.call(machine, list[index], index));
    machine.lacks = lacks;
    if (holds) return index;
  }
  return -1;
}

export const listMethods: readonly ListMethod[] = [
  {
    name: 'map',
    parameters: ['(item, index) => value'],
    description: 'A list of what the function gives for each item.',
    example: '[1, 2, 3].map(n => n * 10)',
    result: [10, 20, 30],
    call: (call, list) => {
      const look = lambdaAt(call, 0);
      return mapItems(call, list, (item, index) => look.call(call.machine, item, index));
    },
  },
  {
    name: 'filter',
    parameters: ['(item, index) => test'],
    description: 'The items for which the function holds.',
    example: '[1, 2, 3].filter(n => n > 1)',
    result: [2, 3],
    call: (call, list) => {
      const { machine } = call;
      const test = lambdaAt(call, 0);
      const { lacks } = machine;
      spend(machine, list.length);
      return list.filter((item, index) => {
        const holds = Boolean(test.call(machine, item, index));
        machine.lacks = lacks;
        return holds;
      });
    },
  },
  {
    name: 'find',
    parameters: ['(item, index) => test'],
    description: 'The first item for which the function holds, or null.',
    example: '[{ id: 1 }, { id: 2 }].find(x => x.id == 2)',
    result: { id: 2 },
    call: (call, list) => list[findIndex(call, list)] ?? null,
  },
  {
    name: 'findLast',
    parameters: ['(item, index) => test'],
    description: 'The last item for which the function holds, or null.',
    example: '[1, 2, 3].findLast(n => n < 3)',
    result: 2,
    call: (call, list) => list[findIndex(call, list, -1)] ?? null,
  },
  {
    name: 'findIndex',
    parameters: ['(item, index) => test'],
    description: 'The place of the first item for which the function holds, or -1.',
    example: '["a", "b"].findIndex(x => x == "b")',
    result: 1,
    call: (call, list) => findIndex(call, list),
  },
  {
    name: 'some',
    parameters: ['(item, index) => test'],
    description: 'Whether the function holds for at least one item.',
    example: '[1, 2].some(n => n > 1)',
    result: true,
    call: (call, list) => findIndex(call, list) >= 0,
  },
  {
    name: 'every',
    parameters: ['(item, index) => test'],
    description: 'Whether the function holds for all items.',
    example: '[1, 2].every(n => n > 1)',
    result: false,
    call: (call, list) => {
      const { machine } = call;
      const test = lambdaAt(call, 0);
      const { lacks } = machine;
      return list.every((item, index) => {
        spend(machine, 1);
        const holds = Boolean(test.call(machine, item, index));
        machine.lacks = lacks;
        return holds;
      });
    },
  },
  {
    name: 'reduce',
    parameters: ['(result, item, index) => result', 'start?'],
    description: 'Combines all items into one value, from the first to the last.',
    example: '[1, 2, 3].reduce((total, n) => total + n, 0)',
    result: 6,
    call: (call, list) => {
      const { machine } = call;
      const combine = lambdaAt(call, 0);
      const hasStart = isGiven(call, 1);
      if (!hasStart && list.length === 0) throw fail(call, 'of an empty list needs a start');
      spend(machine, list.length);
      let result: Value = hasStart ? jsonAt(call, 1) : list[0];
      for (let i = hasStart ? 0 : 1; i < list.length; i++) {
        result = combine.call(machine, result, list[i], i);
      }
      return result;
    },
  },
  {
    name: 'flatMap',
    parameters: ['(item, index) => list'],
    description: 'Like `map`, with the lists that the function gives put together into one.',
    example: '[1, 2].flatMap(n => [n, n * 10])',
    result: [1, 10, 2, 20],
    call: (call, list) => {
      const look = lambdaAt(call, 0);
      const lists = mapItems(call, list, (item, index) => look.call(call.machine, item, index));
      return lists === undefined ? undefined : flatten(call, lists, 1);
    },
  },
  {
    name: 'flat',
    parameters: ['depth?'],
    description: 'The list with the lists in it put together; `depth` levels, 1 without it.',
    example: '[[1, 2], [3]].flat()',
    result: [1, 2, 3],
    call: (call, list) => flatten(call, list, integerAt(call, 0, 1)),
  },
  {
    name: 'join',
    parameters: ['separator?'],
    description: 'All items as one text; null is written as nothing. Without a separator, a comma.',
    example: '["a", "b"].join(", ")',
    result: 'a, b',
    call: (call, list) => {
      const { machine } = call;
      const separator = textAt(call, 0, ',');
      spend(machine, list.length);
      const texts = list.map((item) => (item === null ? '' : toText(machine, item)));
      spendText(
        machine,
        texts.reduce((sum, { length }) => sum + length + separator.length, 0),
      );
      return texts.join(separator);
    },
  },
  {
    name: 'slice',
    parameters: ['start?', 'end?'],
    description:
      'The items from `start` up to, but without `end`; negative numbers count from the end.',
    example: '[1, 2, 3, 4].slice(1, 3)',
    result: [2, 3],
    call: (call, list) => {
      const part = list.slice(integerAt(call, 0, 0), integerAt(call, 1, list.length));
      spend(call.machine, part.length);
      return part;
    },
  },
  {
    name: 'at',
    parameters: ['index'],
    description: 'The item at this place, or null; negative numbers count from the end.',
    example: '[1, 2, 3].at(-1)',
    result: 3,
    call: (call, list) => list.at(integerAt(call, 0)) ?? null,
  },
  {
    name: 'concat',
    parameters: ['...lists'],
    description: 'The list with the items of other lists, or single items, after its own.',
    example: '[1].concat([2, 3], 4)',
    result: [1, 2, 3, 4],
    call: (call, list) => {
      const parts = call.given.map((_, index) => jsonAt(call, index));
      return flatten(call, [list, ...parts], 1);
    },
  },
  {
    name: 'includes',
    parameters: ['item'],
    description: 'Whether an equal item is in the list.',
    example: '[1, 2].includes(2)',
    result: true,
    call: (call, list) => indexIn(call, list) >= 0,
  },
  {
    name: 'indexOf',
    parameters: ['item'],
    description: 'The place of the first equal item, or -1.',
    example: '["a", "b"].indexOf("b")',
    result: 1,
    call: (call, list) => indexIn(call, list),
  },
  {
    name: 'reverse',
    parameters: [],
    description: 'The items in the opposite order.',
    example: '[1, 2, 3].reverse()',
    result: [3, 2, 1],
    call: ({ machine }, list) => {
      spend(machine, list.length);
      return list.toReversed();
    },
  },
];

function indexIn(call: Call, list: readonly Json[]): number {
  const wanted = jsonAt(call, 0);
  spend(call.machine, list.length);
  return list.findIndex((item) => areEqual(call.machine, item, wanted));
}

/** Depth is counted down with every level, so it ends. */
function flatten(call: Call, list: readonly Json[], depth: number): Json[] {
  const flat: Json[] = [];
  const open: { readonly items: readonly Json[]; readonly depth: number; next: number }[] = [
    { items: list, depth, next: 0 },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const item = top.items[top.next];
    if (item === undefined) {
      open.pop();
      continue;
    }
    spend(call.machine, 1);
    top.next += 1;
    if (isList(item) && top.depth > 0) open.push({ items: item, depth: top.depth - 1, next: 0 });
    else flat.push(item);
  }
  return flat;
}
