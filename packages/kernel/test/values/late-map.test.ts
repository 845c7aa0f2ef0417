import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRun } from '../../src/state/run-state.ts';
import { LateMap } from '../../src/values/late-map.ts';

const operation = fc.tuple(
  fc.constantFrom('set', 'delete', 'clear', 'get', 'has'),
  fc.integer({ min: 0, max: 4 }),
  fc.integer(),
);

it('[K3360] a late map does what a map does', () => {
  fc.assert(
    fc.property(fc.array(operation), (operations) => {
      const [late, map] = [new LateMap<number, number>(), new Map<number, number>()];
      for (const [what, key, value] of operations) {
        if (what === 'set') expect(late.set(key, value)).toBe(late);
        if (what === 'set') map.set(key, value);
        if (what === 'delete') expect(late.delete(key)).toBe(map.delete(key));
        if (what === 'get') expect(late.get(key)).toBe(map.get(key));
        if (what === 'has') expect(late.has(key)).toBe(map.has(key));
        if (what === 'clear') late.clear();
        if (what === 'clear') map.clear();
        expect(late.size).toBe(map.size);
        expect([...late]).toEqual([...map]);
        expect([[...late.keys()], [...late.values()]]).toEqual([
          [...map.keys()],
          [...map.values()],
        ]);
        const told: [number, number][] = [];
        late.forEach((each, under, whole) => {
          expect(whole).toBe(late);
          told.push([under, each]);
        });
        expect(told).toEqual([...late.entries()]);
      }
    }),
  );
});

it('[K3360] two late maps are equal when their entries are', () => {
  expect(new LateMap()).toEqual(new LateMap());
  expect(new LateMap().set(1, 1)).toEqual(new LateMap().set(1, 1));
  expect(new LateMap().set(1, 1)).not.toEqual(new LateMap().set(1, 2));
});

it('[K3360] a run that has not begun has next to no tables', () => {
  const tables: unknown[] = [];
  const look = (value: unknown): void => {
    if (value instanceof Map || value instanceof Set) tables.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(createRun());
  expect(tables).toHaveLength(3);
});
