// Methods of lists of records: sorting, grouping, adding up. Where a key is asked for, it is a function, or a text such as "price"
// or "address.city".
import { canonicalJson, setOwn, type Json } from '../../json.ts';
import type { Call } from '../function-entry.ts';
import { EvaluationError, spend, type Value } from '../machine.ts';
import { finite, kindOf, orderOf, payForWhole } from '../values.ts';
import { mapItems, type ListMethod } from './list-methods.ts';
import { fail, integerAt, isGiven, keyAt, lambdaAt, listAt, textAt } from './read-arguments.ts';
import { sort } from './sort.ts';

export const tableMethods: readonly ListMethod[] = [
  {
    name: 'sort',
    parameters: ['(a, b) => number?'],
    description:
      'The items in the order that the function says: negative if `a` comes first. Without it, a list of texts by their characters.',
    example: '[3, 1, 2].sort((a, b) => a - b)',
    result: [1, 2, 3],
    call: sortItems,
  },
  {
    name: 'sortBy',
    parameters: ['key?', 'direction?'],
    description: 'The items ordered by a key: "asc" (the default) or "desc"; null comes last.',
    example: '[{ n: 2 }, { n: 1 }].sortBy("n")',
    result: [{ n: 1 }, { n: 2 }],
    call: (call, list) => {
      const direction = textAt(call, 1, 'asc');
      if (direction !== 'asc' && direction !== 'desc') throw fail(call, 'sorts "asc" or "desc"');
      const keys = keysOf(call, list);
      return keys && sortedBy(call, list, keys, direction === 'asc' ? 1 : -1);
    },
  },
  {
    name: 'unique',
    parameters: ['key?'],
    description: 'The first item of each key.',
    example: '[1, 2, 1].unique()',
    result: [1, 2],
    call: (call, list) => {
      const keys = keysOf(call, list);
      if (keys === undefined) return undefined;
      const seen = new Set<string>();
      return list.filter((_, index) => {
        const name = distinctName(call, keys[index] ?? null);
        const isNew = !seen.has(name);
        seen.add(name);
        return isNew;
      });
    },
  },
  {
    name: 'groupBy',
    parameters: ['key'],
    description: 'An object with the items of each key in a list.',
    example: '[{ c: "x", n: 1 }, { c: "y", n: 2 }, { c: "x", n: 3 }].groupBy("c").x.length',
    result: 2,
    call: (call, list) =>
      collect(call, list, (group: Json[] | undefined, item) => {
        if (group === undefined) return [item];
        group.push(item);
        return group;
      }),
  },
  {
    name: 'countBy',
    parameters: ['key'],
    description: 'An object with the number of items of each key.',
    example: '["a", "b", "a"].countBy(x => x)',
    result: { a: 2, b: 1 },
    call: (call, list) => collect(call, list, (count: number | undefined) => (count ?? 0) + 1),
  },
  {
    name: 'keyBy',
    parameters: ['key'],
    description: 'An object with the last item of each key.',
    example: '[{ id: "a", n: 1 }].keyBy("id")',
    result: { a: { id: 'a', n: 1 } },
    call: (call, list) => collect(call, list, (_: Json | undefined, item) => item),
  },
  {
    name: 'sum',
    parameters: ['key?'],
    description: 'The sum of the numbers.',
    example: '[{ price: 2 }, { price: 3 }].sum("price")',
    result: 5,
    call: (call, list) => {
      const keys = keysOf(call, list);
      return keys && sumOf(call, keys);
    },
  },
  {
    name: 'average',
    parameters: ['key?'],
    description: 'The mean of the numbers; null for an empty list.',
    example: '[1, 2, 6].average()',
    result: 3,
    call: (call, list) => {
      const keys = keysOf(call, list);
      return keys && (list.length === 0 ? null : finite(sumOf(call, keys) / list.length, call.at));
    },
  },
  {
    name: 'min',
    parameters: ['key?'],
    description: 'The smallest number, or the first text; null for an empty list.',
    example: '[3, 1, 2].min()',
    result: 1,
    call: (call, list) => extremeOf(call, list, -1),
  },
  {
    name: 'max',
    parameters: ['key?'],
    description: 'The largest number, or the last text; null for an empty list.',
    example: '[3, 1, 2].max()',
    result: 3,
    call: (call, list) => extremeOf(call, list, 1),
  },
  {
    name: 'first',
    parameters: ['count?'],
    description: 'The first item, or null; with a count, a list of so many.',
    example: '[1, 2, 3].first(2)',
    result: [1, 2],
    call: (call, list) =>
      isGiven(call, 0) ? part(call, list, [0, countAt(call)]) : (list[0] ?? null),
  },
  {
    name: 'last',
    parameters: ['count?'],
    description: 'The last item, or null; with a count, a list of so many.',
    example: '[1, 2, 3].last()',
    result: 3,
    call: (call, list) =>
      isGiven(call, 0)
        ? part(call, list, [Math.max(0, list.length - countAt(call)), list.length])
        : (list.at(-1) ?? null),
  },
  {
    name: 'chunk',
    parameters: ['size'],
    description: 'Lists of so many items each; the last may be shorter.',
    example: '[1, 2, 3].chunk(2)',
    result: [[1, 2], [3]],
    call: (call, list) => {
      const size = integerAt(call, 0);
      if (size < 1) throw fail(call, 'needs a size of at least 1');
      const chunks: Json[] = [];
      for (let at = 0; at < list.length; at += size) chunks.push(part(call, list, [at, at + size]));
      return chunks;
    },
  },
  {
    name: 'compact',
    parameters: [],
    description: 'The items without null and empty texts.',
    example: '[1, null, "", 0].compact()',
    result: [1, 0],
    call: ({ machine }, list) => {
      spend(machine, list.length);
      return list.filter((item) => item !== null && item !== '');
    },
  },
  {
    name: 'pluck',
    parameters: ['key'],
    description: 'A list of one key of each item; null where it is not there.',
    example: '[{ n: 1 }, {}].pluck("n")',
    result: [1, null],
    call: (call, list) => keysOf(call, list)?.map((key) => key ?? null),
  },
  {
    name: 'zip',
    parameters: ['list'],
    description: 'Pairs of the items at the same place of both lists.',
    example: '["a", "b"].zip([1, 2])',
    result: [
      ['a', 1],
      ['b', 2],
    ],
    call: (call, list) => {
      const other = listAt(call, 0);
      spend(call.machine, list.length * 2);
      return list.map((item, index) => [item, other[index] ?? null]);
    },
  },
];

/** The key of each item; undefined when a reference that the function reads is missing. */
function keysOf(call: Call, list: readonly Json[]): readonly Json[] | undefined {
  return mapItems(call, list, keyAt(call, 0));
}

function sortItems(call: Call, list: readonly Json[]): Value {
  const { machine, at } = call;
  if (!isGiven(call, 0)) {
    // JavaScript sorts numbers as texts here, which nobody means.
    if (!list.every((item) => typeof item === 'string')) {
      throw fail(call, 'without a function sorts texts; use sortBy() or a function');
    }
    return sortedBy(call, list, list, 1);
  }
  const compare = lambdaAt(call, 0);
  spend(machine, list.length);
  const sorted = sort(list, (left, right) => {
    const order = compare.call(machine, left, right);
    if (typeof order === 'number') return order;
    throw new EvaluationError(`${call.name} needs a function that gives a number`, at);
  });
  return sorted;
}

function sortedBy(
  { machine, at }: Call,
  list: readonly Json[],
  keys: readonly Json[],
  sign: 1 | -1,
): Json[] {
  const pairs = list.map((item, index) => ({ item, key: keys[index] ?? null }));
  const sorted = sort(pairs, (left, right) => {
    spend(machine, 1);
    // Null comes last in both directions.
    if (left.key === null || right.key === null) {
      return orderOf(machine, left.key, right.key, at);
    }
    return sign * orderOf(machine, left.key, right.key, at);
  });
  return sorted.map(({ item }) => item);
}

function distinctName({ machine }: Call, key: Json): string {
  payForWhole(machine, key);
  return canonicalJson(key);
}

/** As the key of an object: texts as they are, everything else as JSON. */
function groupName(call: Call, key: Json): string {
  return typeof key === 'string' ? key : distinctName(call, key);
}

function collect<T extends Json>(
  call: Call,
  list: readonly Json[],
  add: (before: T | undefined, item: Json) => T,
): Value {
  const keys = keysOf(call, list);
  if (keys === undefined) return undefined;
  const groups = new Map<string, T>();
  for (const [index, item] of list.entries()) {
    const name = groupName(call, keys[index] ?? null);
    groups.set(name, add(groups.get(name), item));
  }
  spend(call.machine, 2 * groups.size);
  const object: { [key: string]: Json } = {};
  for (const [name, group] of groups) setOwn(object, name, group);
  return object;
}

function sumOf(call: Call, numbers: readonly Json[]): number {
  let sum = 0;
  for (const [index, number] of numbers.entries()) {
    if (typeof number !== 'number') {
      throw fail(call, `adds numbers, but item ${index} is ${kindOf(number)}`);
    }
    sum += number;
  }
  return finite(sum, call.at);
}

function extremeOf(call: Call, list: readonly Json[], sign: 1 | -1): Value {
  const keys = keysOf(call, list)?.filter((key) => key !== null);
  if (keys === undefined) return undefined;
  let best: Json = null;
  for (const key of keys) {
    if (best === null || sign * orderOf(call.machine, key, best, call.at) > 0) best = key;
  }
  return best;
}

function countAt(call: Call): number {
  return Math.max(0, integerAt(call, 0));
}

function part(call: Call, list: readonly Json[], [from, to]: readonly [number, number]): Json[] {
  const items = list.slice(from, to);
  spend(call.machine, items.length);
  return items;
}
