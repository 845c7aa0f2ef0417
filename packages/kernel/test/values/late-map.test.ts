import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRun } from '../../src/state/run-state.ts';
import { LateMap } from '../../src/values/late-map.ts';

type Numbers = Map<number, number>;
const operations: readonly ((map: Numbers, key: number, value: number) => unknown)[] = [
  (map, key, value) => map.set(key, value).size,
  (map, key) => map.delete(key),
  (map, key) => map.get(key),
  (map, key) => map.has(key),
  (map) => map.clear(),
];
const operation = fc.tuple(
  fc.constantFrom(...operations),
  fc.integer({ min: 0, max: 4 }),
  fc.integer(),
);

function seen(map: Numbers): unknown {
  const told: (readonly [number, number, boolean])[] = [];
  map.forEach((value, key, whole) => void told.push([key, value, whole === map]));
  return [map.size, [...map], [...map.keys()], [...map.values()], [...map.entries()], told];
}

it('[K3360] a late map does what a map does', () => {
  fc.assert(
    fc.property(fc.array(operation), (list) => {
      const [late, map] = [new LateMap<number, number>(), new Map<number, number>()];
      for (const [perform, key, value] of list) {
        expect(perform(late, key, value)).toBe(perform(map, key, value));
        expect(seen(late)).toEqual(seen(map));
      }
    }),
  );
});

it('[K3360] two late maps are equal when their entries are', () => {
  expect(new LateMap()).toEqual(new LateMap());
  expect(new LateMap().set(1, 1)).toEqual(new LateMap().set(1, 1));
  expect(new LateMap().set(1, 1)).not.toEqual(new LateMap().set(1, 2));
});

it('[K3360] [K3550] a run that has not begun has next to no tables', () => {
  const tables: unknown[] = [];
  const look = (value: unknown): void => {
    if (value instanceof Map || value instanceof Set) tables.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(createRun());
  expect(tables).toHaveLength(1);
});
