import { equalJson, findDifferences, type Json } from '@skein/kernel';
import fc from 'fast-check';
import { expect, it } from 'vitest';

// What fast-check makes of JSON is JSON.
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

it('[K130] there is a difference exactly when two values are not equal', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(findDifferences(before, after, 1).length === 0).toBe(equalJson(before, after));
      expect(findDifferences(before, before)).toEqual([]);
    }),
  );
});

it('[K130] names the deepest places in order, with both sides', () => {
  const before = { a: [1, { b: 2 }], c: 'x', '~/': 1 };
  const after = { a: [1, { b: 3 }, 4], d: null, '~/': 2 };
  expect(findDifferences(before, after)).toEqual([
    { pointer: '/a/1/b', before: 2, after: 3 },
    { pointer: '/a/2', after: 4 },
    { pointer: '/c', before: 'x' },
    { pointer: '/~0~1', before: 1, after: 2 },
    { pointer: '/d', after: null },
  ]);
  expect(findDifferences(before, after, 1)).toHaveLength(1);
  expect(findDifferences({ ['__proto__']: 1 }, JSON.parse('{"__proto__":2}') as Json)).toHaveLength(
    1,
  );
});
