// Goal: each step does what docs/data.md says. Method: tables of rows in, rows out.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './stepping.ts';

const people: readonly Json[] = [
  { id: 1, name: 'Ann', age: 30, address: { city: 'Gent' }, tags: ['a', 'b'] },
  { id: 2, name: 'Bob', age: null, address: { city: 'Aalst' }, tags: [] },
  { id: 3, name: 'Cas', address: null, tags: ['b'] },
  { id: 4, name: 'Dora', age: '30', tags: 'c' },
];

function ids(value: Json): Json {
  return Array.isArray(value) ? value.map((row: { id: Json }) => row.id) : value;
}

describe('filter', () => {
  const kept = (where: Json, data = {}) => ids(rowsOf([{ op: 'filter', where }], people, data));

  it.each<[Json, readonly number[]]>([
    [{ field: 'age', op: 'eq', value: 30 }, [1]],
    [{ field: 'age', op: 'ne', value: 30 }, [2, 3, 4]],
    [{ field: 'age', op: 'eq', value: null }, [2, 3]],
    [{ field: 'age', op: 'exists' }, [1, 4]],
    [{ field: 'tags', op: 'empty' }, [2]],
    [{ field: 'age', op: 'gt', value: 20 }, [1]],
    [{ field: 'age', op: 'lte', value: '4' }, [4]],
    [{ field: 'address.city', op: 'in', value: ['Gent', 'Aalst'] }, [1, 2]],
    [{ field: 'address.city', op: 'startsWith', value: 'G' }, [1]],
    [{ field: 'tags', op: 'contains', value: 'b' }, [1, 3]],
    [{ field: 'tags', op: 'contains', value: 'c' }, [4]],
    [{ field: 'tags.length', op: 'gte', value: 2 }, [1]],
    [{ field: 'constructor', op: 'exists' }, []],
    [{ field: 'name.constructor', op: 'exists' }, []],
    [
      { all: [{ field: 'id', op: 'gt', value: 1 }, { not: { field: 'id', op: 'eq', value: 3 } }] },
      [2, 4],
    ],
    [{ any: [{ field: 'id', op: 'eq', value: 1 }, '${= item.name == "Cas" }'] }, [1, 3]],
    ['${= index % 2 == 0 && exists(item.name) }', [1, 3]],
    [{ all: [] }, [1, 2, 3, 4]],
    [{ any: [] }, []],
  ])('[K831] %j', (where, expected) => {
    expect(kept(where)).toEqual(expected);
  });

  it('[K831] an expression fails where an operator would be false', () => {
    // The second row has null there.
    const failed = expect.stringContaining(
      'EXPRESSION_FAILED Step 1 (filter), row 1: ${= item.age > 10 }',
    );
    expect(kept('${= item.age > 10 }')).toEqual({ failed });
  });

  it('[K831] reads values of the run, and is unresolved without them', () => {
    const where = { field: 'id', op: 'gt', value: '${trigger.min}' };
    expect(kept(where, { trigger: { min: 2 } })).toEqual([3, 4]);
    expect(kept(where)).toEqual({ missing: ['${trigger.min}'] });
    expect(kept('${= item.id > trigger.min }')).toEqual({ missing: ['${trigger.min}'] });
  });
});

describe('sort', () => {
  const sorted = (by: Json, values: readonly Json[]) =>
    rowsOf(
      [{ op: 'sort', by }],
      values.map((v, n) => (v === undefined ? { n } : { v, n })),
    );
  const places = (by: Json, values: readonly Json[]) =>
    (sorted(by, values) as readonly { n: number }[]).map(({ n }) => n);

  it('[K832] mixed types have an order: numbers, texts, booleans, lists and objects, null', () => {
    const mixed = [null, 'b', true, [1], 2, { x: 1 }, 'a', false, 1];
    expect(places('v', mixed)).toEqual([8, 4, 6, 1, 7, 2, 3, 5, 0]);
    expect(places([{ field: 'v', order: 'desc' }], mixed)).toEqual([4, 8, 1, 6, 2, 7, 3, 5, 0]);
  });

  it('[K832] is stable, and later keys decide between equals', () => {
    expect(places('v', [1, 0, 1, 0, 1])).toEqual([1, 3, 0, 2, 4]);
    expect(places(['v', { field: 'n', order: 'desc' }], [1, 0, 1, 0, 1])).toEqual([3, 1, 4, 2, 0]);
  });
});

describe('groups', () => {
  const sales = [
    { c: 'x', n: 1, at: { day: 'mo' } },
    { c: 'y', n: null, at: { day: 'mo' } },
    { c: 'x', n: 5, at: { day: 'tu' } },
    { n: 2 },
    { c: null },
  ];

  it('[K833] every function of groups; null and what is not there do not count', () => {
    const values = {
      sum: { fn: 'sum', field: 'n' },
      rows: { fn: 'count' },
      there: { fn: 'count', field: 'n' },
      mean: { fn: 'average', field: 'n' },
      low: { fn: 'min', field: 'n' },
      high: { fn: 'max', field: 'n' },
      first: { fn: 'first', field: 'n' },
      last: { fn: 'last', field: 'n' },
      all: { fn: 'list', field: 'n' },
    };
    expect(rowsOf([{ op: 'group', by: 'c', values }], sales)).toEqual([
      {
        c: 'x',
        sum: 6,
        rows: 2,
        there: 2,
        mean: 3,
        low: 1,
        high: 5,
        first: 1,
        last: 5,
        all: [1, 5],
      },
      {
        c: 'y',
        sum: 0,
        rows: 1,
        there: 0,
        mean: null,
        low: null,
        high: null,
        first: null,
        last: null,
        all: [null],
      },
      {
        c: null,
        sum: 2,
        rows: 2,
        there: 1,
        mean: 2,
        low: 2,
        high: 2,
        first: 2,
        last: null,
        all: [2, null],
      },
    ]);
    expect(
      rowsOf(
        [{ op: 'aggregate', values: { n: { fn: 'count' }, s: { fn: 'sum', field: 'n' } } }],
        [],
      ),
    ).toEqual([{ n: 0, s: 0 }]);
  });

  it('[K833] without values the rows themselves; several fields, and fields in fields', () => {
    expect(rowsOf([{ op: 'group', by: ['c', 'at.day'] }], sales.slice(0, 2))).toEqual([
      { c: 'x', day: 'mo', items: [sales[0]] },
      { c: 'y', day: 'mo', items: [sales[1]] },
    ]);
  });

  it('[K833] adding up what is no number fails, and says which value', () => {
    const values = { total: { fn: 'sum', field: 'n' } };
    expect(rowsOf([{ op: 'aggregate', values }], [{ n: 'x' }])).toEqual({
      failed: 'DATA_FAILED Step 1 (aggregate): "total" adds numbers, but found a text.',
    });
  });
});

describe('fields', () => {
  it('[K834] set computes with item and index, replaces, and leaves out what the row lacks', () => {
    const fields = {
      twice: '${= item.n * 2 }',
      n: '${= index }',
      text: 'no ${= item.n } of ${trigger.of}',
      fix: [1],
    };
    expect(rowsOf([{ op: 'set', fields }], [{ n: 5 }, {}], { trigger: { of: 9 } })).toEqual([
      { n: 0, twice: 10, text: 'no 5 of 9', fix: [1] },
      { n: 1, fix: [1] },
    ]);
  });

  it('[K834] __proto__ is a key like any other', () => {
    const rows = [JSON.parse('{ "__proto__": { "x": 1 }, "a": 2 }') as Json];
    const renamed = rowsOf(
      [{ op: 'rename', fields: { a: '__proto__' } }],
      rows,
    ) as readonly object[];
    expect(Object.getPrototypeOf(renamed[0])).toBe(Object.prototype);
    expect(JSON.stringify(renamed)).toBe('[{"__proto__":2}]');
    expect(JSON.stringify(rowsOf([{ op: 'pick', fields: '__proto__' }], rows))).toBe(
      '[{"__proto__":{"x":1}}]',
    );
  });

  it('[K834] rows without fields are refused with their place', () => {
    expect(rowsOf([{ op: 'pick', fields: 'a' }], [{ a: 1 }, 'x'])).toEqual({
      failed: 'DATA_FAILED Step 1 (pick): row 1 is a text, not an object with fields.',
    });
    expect(rowsOf([{ op: 'split', field: 'a' }], ['x'])).toEqual({
      failed: 'DATA_FAILED Step 1 (split): row 0 is a text, not an object with fields.',
    });
  });
});

describe('equal rows', () => {
  it('[K830] a text is never equal to what is written like it', () => {
    const values = ['1', 1, true, 'true', null, 'null', '[]', [], "'x", 'x', [1, "'2"], [1, '2']];
    const rows = values.map((v) => ({ v, w: 0 }));
    for (const by of ['v', ['v', 'w']]) {
      expect(rowsOf([{ op: 'dedupe', by }], [...rows, ...rows])).toEqual(rows);
    }
    expect(rowsOf([{ op: 'dedupe' }], [...values, ...values])).toEqual(values);
  });

  it('[K839] what earlier steps have nested without end is refused, not walked', () => {
    const steps = Array.from({ length: 99 }, () => ({
      op: 'set',
      fields: { a: { b: { c: ['${= item }', '${= item }'] } } },
    }));
    expect(rowsOf([...steps, { op: 'dedupe' }], [{ n: 1 }])).toMatchObject({
      failed: expect.stringContaining('_LIMIT Step'),
    });
  });
});

describe('merge', () => {
  const left = [{ id: 1 }, { id: 2 }, { id: null }, { x: 0 }];
  const right = [
    { id: 1, v: 'a' },
    { id: 1, v: 'b' },
    { id: null, v: 'n' },
    { id: '2', v: 't' },
  ];
  const merged = (how: string, more: object = {}) =>
    rowsOf([{ op: 'merge', with: '${other.output}', how, ...more }], left, {
      outputs: new Map([['other', [right]]]),
    });

  it('[K835] append, position, left and inner', () => {
    expect(merged('append')).toEqual([...left, ...right]);
    expect(merged('position')).toEqual(left.map((row, index) => ({ ...row, ...right[index] })));
    expect(merged('left', { on: 'id' })).toEqual([
      { id: 1, v: 'a' },
      { id: 1, v: 'b' },
      { id: 2 },
      { id: null },
      { x: 0 },
    ]);
    expect(merged('inner', { on: { left: 'id', right: 'id' } })).toEqual([
      { id: 1, v: 'a' },
      { id: 1, v: 'b' },
    ]);
  });

  it('[K835] what is no list, and keys that are lists, fail', () => {
    const step = { op: 'merge', with: '${trigger}', how: 'append' };
    expect(rowsOf([step], [], { trigger: 1 })).toEqual({
      failed: 'DATA_FAILED Step 1 (merge): "with" is a number, not a list.',
    });
    expect(rowsOf([{ op: 'merge', with: [], how: 'left', on: 'id' }], [{ id: [] }])).toMatchObject({
      failed: expect.stringContaining('cannot be merged on a list'),
    });
  });
});
