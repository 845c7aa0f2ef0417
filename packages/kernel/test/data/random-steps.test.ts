// Goal: steps, their expressions and plain JavaScript agree. Method: random rows with holes and mixed types; each step is done three
// times: by the kernel, by the expression that it is shown as, and by the few lines of JavaScript here.
import { equalJson, type Json, type JsonObject } from '@skein/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressedOf, rowsOf, type Given } from './stepping.ts';

const scalar = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'b', 'ab', '1'),
  fc.boolean(),
  fc.constant(null),
);
const row: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      n: fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }),
      t: fc.constantFrom('a', 'b', 'ab', ''),
      m: scalar,
      tags: fc.oneof(fc.array(scalar, { maxLength: 3 }), scalar),
      at: fc.oneof(
        fc.record({ n: scalar, t: fc.constantFrom('x', 'y') }, { requiredKeys: [] }),
        fc.constant(null),
      ),
    },
    { requiredKeys: [] },
  )
  // Without the null prototype that fast-check may choose.
  .map((made) => ({ ...made }) as JsonObject);
const rows = fc.array(row, { maxLength: 12 });
const field = fc.constantFrom(
  'n',
  't',
  'm',
  'tags',
  'at',
  'at.n',
  'at.t',
  'nothing',
  'tags.length',
);
const ownField = fc.constantFrom<string>('n', 't', 'm', 'tags', 'nothing');

type Plain = (list: readonly JsonObject[]) => unknown;

function get(of: unknown, path: string): unknown {
  let value = of;
  for (const key of path.split('.')) {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    const hasLength = key === 'length' && (Array.isArray(value) || typeof value === 'string');
    value = isRecord || hasLength ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function textAt(of: JsonObject, key: string): string {
  const value = of[key];
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const last = (path: string): string => path.split('.').at(-1) ?? '';
const same = (a: unknown, b: unknown): boolean => equalJson(a as Json, b as Json);

/** What each operator of a filter means, written once more. */
const tests: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  truthy: Boolean,
  falsy: (left) => !left,
  exists: (left) => left !== null,
  empty: (left) =>
    left === null ||
    left === '' ||
    (typeof left === 'object' && Object.keys(left as object).length === 0),
  eq: same,
  ne: (left, right) => !same(left, right),
  gt: (left, right) => orderOf(left, right) > 0,
  gte: (left, right) => orderOf(left, right) >= 0,
  lt: (left, right) => orderOf(left, right) < 0,
  lte: (left, right) => orderOf(left, right) <= 0,
  contains: isIn,
  in: (left, right) => isIn(right, left),
  startsWith: (left, right) =>
    typeof left === 'string' && typeof right === 'string' && left.startsWith(right),
  endsWith: (left, right) =>
    typeof left === 'string' && typeof right === 'string' && left.endsWith(right),
};

/** NaN where there is none, which no comparison is true of. */
function orderOf(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  return left < right ? -1 : left > right ? 1 : 0;
}

function isIn(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((item) => same(item, part));
  if (typeof part !== 'string') return false;
  if (typeof whole === 'string') return whole.includes(part);
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, part);
}

const rank = (value: unknown): number =>
  value === null
    ? 4
    : typeof value === 'object'
      ? 3
      : ['number', 'string', 'boolean'].indexOf(typeof value);

/** Of the same kind. */
function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'boolean') return Number(left) - Number(right);
  return rank(left) > 2 ? 0 : orderOf(left, right);
}

interface Case {
  readonly step: Given;
  readonly plain: Plain;
}

const filters: fc.Arbitrary<Case> = fc
  .record({
    field,
    op: fc.constantFrom(...Object.keys(tests)),
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
    isNot: fc.boolean(),
    isComputed: fc.boolean(),
  })
  .map(({ isNot, isComputed, ...where }) => {
    const written = isComputed
      ? { ...where, value: `\${= ${JSON.stringify(where.value)} }` }
      : where;
    return {
      step: { op: 'filter', where: isNot ? { not: written } : written },
      plain: (list) =>
        list.filter((each) => {
          const holds = tests[where.op]?.(get(each, where.field) ?? null, where.value) === true;
          return holds !== isNot;
        }),
    };
  });

const sorts: fc.Arbitrary<Case> = fc
  .uniqueArray(fc.record({ field: ownField, order: fc.constantFrom('asc', 'desc') }), {
    minLength: 1,
    maxLength: 3,
    selector: (key) => key.field,
  })
  .map((by) => ({
    step: { op: 'sort', by },
    plain: (list) =>
      list.toSorted((left, right) => {
        for (const key of by) {
          const one = get(left, key.field) ?? null;
          const other = get(right, key.field) ?? null;
          if (rank(one) !== rank(other)) return rank(one) - rank(other);
          const order = compareValues(one, other);
          if (order !== 0) return key.order === 'asc' ? order : -order;
        }
        return 0;
      }),
  }));

const keyText = (each: JsonObject, by: readonly string[]): string =>
  JSON.stringify(
    by.length === 0 ? sortKeys(each) : by.map((path) => sortKeys(get(each, path) ?? null)),
  );

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, sortKeys(part)]);
}

const dedupes: fc.Arbitrary<Case> = fc
  .record({ by: fc.uniqueArray(field, { maxLength: 2 }), keep: fc.constantFrom('first', 'last') })
  .map(({ by, keep }) => ({
    step: by.length === 0 ? { op: 'dedupe', keep } : { op: 'dedupe', by, keep },
    plain: (list) => {
      const keys = list.map((each) => keyText(each, by));
      return list.filter((_, index) => {
        const key = keys[index] ?? '';
        return (keep === 'first' ? keys.indexOf(key) : keys.lastIndexOf(key)) === index;
      });
    },
  }));

const groups: fc.Arbitrary<Case> = fc
  .record({
    by: fc.constantFrom('t', 'm', 'at.t', 'tags'),
    of: fc.constantFrom('n', 'tags.length'),
  })
  .map(({ by, of }) => {
    const names = ['sum', 'count', 'average', 'min', 'max', 'first', 'last', 'list'];
    const values = Object.fromEntries(names.map((fn) => [`${fn} of it`, { fn, field: of }]));
    return {
      step: { op: 'group', by, values },
      plain: (list) =>
        [...Map.groupBy(list, (each) => keyText(each, [by])).values()].map((group) => {
          const all = group.map((each) => (get(each, of) ?? null) as number | null);
          const there = all.filter((each) => each !== null);
          const sum = there.reduce((total, each) => total + each, 0);
          const results = [
            sum,
            there.length,
            there.length === 0 ? null : sum / there.length,
            there.length === 0 ? null : Math.min(...there),
            there.length === 0 ? null : Math.max(...there),
            all[0],
            all.at(-1),
            all,
          ];
          const made = Object.fromEntries(
            names.map((fn, index) => [`${fn} of it`, results[index]]),
          );
          return { [last(by)]: get(group[0], by) ?? null, ...made };
        }),
    };
  });

const shapes: fc.Arbitrary<Case> = fc.oneof(
  fc.record({ count: fc.nat(6), offset: fc.nat(6) }).map(({ count, offset }): Case => ({
    step: { op: 'limit', count, offset },
    plain: (list) => list.slice(offset, offset + count),
  })),
  fc
    .uniqueArray(fc.constantFrom<string>('t', 'm', 'tags', 'at.n'), { minLength: 1 })
    .map((fields): Case => ({
      step: { op: 'pick', fields },
      plain: (list) =>
        list.map((each) =>
          Object.fromEntries(
            fields.flatMap((path) => {
              const value = get(each, path);
              return value === undefined ? [] : [[last(path), value]];
            }),
          ),
        ),
    })),
  fc.uniqueArray(ownField, { minLength: 1 }).map((fields): Case => ({
    step: { op: 'omit', fields: [...fields, 'at.t'] },
    plain: (list) =>
      list.map((each) => {
        const rest = Object.fromEntries(
          Object.entries(each).filter(([key]) => !fields.includes(key)),
        );
        if (typeof rest.at !== 'object' || rest.at === null) return rest;
        const { t: _, ...at } = rest.at as JsonObject;
        return { ...rest, at };
      }),
  })),
  fc.uniqueArray(ownField, { minLength: 1, maxLength: 2 }).map((names): Case => ({
    step: { op: 'rename', fields: Object.fromEntries(names.map((name) => [name, `new ${name}`])) },
    plain: (list) =>
      list.map((each) =>
        Object.fromEntries(
          Object.entries(each).map(([key, value]) => [
            names.includes(key) ? `new ${key}` : key,
            value,
          ]),
        ),
      ),
  })),
  fc.constantFrom<Case>(
    {
      step: {
        op: 'set',
        fields: {
          place: '${= index }',
          text: '<${= item.t }>',
          deep: { n: '${= item.n }', c: [1] },
        },
      },
      plain: (list) =>
        list.map((each, place) => {
          const deep = 'n' in each ? { n: each.n, c: [1] } : { c: [1] };
          const row = { ...each, place, deep };
          return 't' in each ? { ...row, text: `<${textAt(each, 't')}>` } : row;
        }),
    },
    {
      step: { op: 'split', field: 'tags', as: 'tag' },
      plain: (list) =>
        list.flatMap(({ tags = null, ...rest }) =>
          (tags === null ? [] : [tags].flat()).map((tag) => ({ ...rest, tag })),
        ),
    },
    {
      step: { op: 'chunk', size: 3 },
      plain: (list) =>
        Array.from({ length: Math.ceil(list.length / 3) }, (_, n) => list.slice(n * 3, n * 3 + 3)),
    },
    { step: { op: 'flatten' }, plain: (list) => list },
  ),
);

const merges: fc.Arbitrary<Case> = fc
  .record({
    other: rows,
    how: fc.constantFrom('append', 'position', 'left', 'inner'),
    on: fc.constantFrom('n', 't', 'm'),
  })
  .map(({ other, how, on }) => ({
    step: { op: 'merge', with: other, how, on },
    plain: (list) => {
      if (how === 'append') return [...list, ...other];
      if (how === 'position') {
        const length = Math.max(list.length, other.length);
        return Array.from({ length }, (_, n) => ({ ...list[n], ...other[n] }));
      }
      return list.flatMap((each) => {
        const key = each[on] ?? null;
        const found = key === null ? [] : other.filter((one) => one[on] === key);
        if (found.length === 0) return how === 'left' ? [each] : [];
        return found.map((one) => ({ ...each, ...one }));
      });
    },
  }));

const runs = { numRuns: 400 };

describe('random rows', () => {
  it.each([
    ['filter', filters],
    ['sort', sorts],
    ['dedupe', dedupes],
    ['group', groups],
    ['the shape of rows', shapes],
    ['merge', merges],
  ] as const)('[K830][K837] %s: the step, its expression and JavaScript agree', (name, cases) => {
    let expressed = 0;
    fc.assert(
      fc.property(cases, rows, ({ step, plain }, list) => {
        const result = rowsOf([step], list);
        expect(result).toEqual(plain(list));
        const other = expressedOf(step, list);
        if (other !== undefined) expressed += 1;
        // The order of mixed types is the one thing that expressions refuse.
        const isRefused = other === undefined && step.op === 'sort';
        expect(other).toEqual(isRefused ? undefined : result);
      }),
      runs,
    );
    // So that the comparison is not an empty one.
    expect(expressed).toBeGreaterThan(name === 'sort' ? 100 : 399);
  });

  it('[K837] references are written as expressions read them', () => {
    const data = {
      trigger: { min: 1, list: [{ n: 9 }] },
      outputs: new Map<string, Json[]>([
        ['my node', [[{ n: 1 }]]],
        ['item', ['a node']],
      ]),
    };
    const list = [{ n: 1, t: 'a' }, { n: 2 }];
    const steps: readonly Given[] = [
      { op: 'filter', where: { field: 'n', op: 'gt', value: '${trigger.min}' } },
      { op: 'filter', where: { field: 'n', op: 'gt', value: '${trigger.max|1}' } },
      { op: 'limit', count: '${trigger.min}' },
      { op: 'merge', with: '${["my node"].output}', how: 'left', on: 'n' },
      { op: 'merge', with: '${= trigger.list.concat($("my node").output) }', how: 'append' },
      {
        op: 'set',
        fields: {
          x: 'a `${trigger.min}` \\ $5 ${= item.n }',
          all: ['${trigger}', { k: '${= item.t }' }],
          cost: '$$${trigger.min} of $${x}: ${item.output} ${trigger.none|3}',
        },
      },
    ];
    for (const step of steps) {
      expect(expressedOf(step, list, data)).toEqual(rowsOf([step], list, data));
    }
  });
});
