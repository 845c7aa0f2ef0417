import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentForms, findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import type { Point } from '../../src/graph/sketch.ts';
import { exampleDefinitions } from './examples.ts';
import { freeSpot } from '../../src/graph/layout/free-spot.ts';
import { cardHeight, cardWidth, layoutSketch } from '../../src/graph/layout/layout-sketch.ts';

describe('layout', () => {
  it('[W23] gives every card a place, and no two overlap', () => {
    const ends = fc.record({ from: fc.nat({ max: 11 }), to: fc.nat({ max: 11 }) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(ends, { maxLength: 20 }),
        (count, list) => {
          const nodes = Array.from({ length: count }, (_, index) => `n${index}`);
          const edges = list.map(({ from, to }) => ({ from: `n${from}`, to: `n${to}` }));
          const places = [...layoutSketch({ nodes, edges }).values()];
          expect(places).toHaveLength(count);
          for (const [index, one] of places.entries())
            for (const other of places.slice(index + 1)) {
              const apart =
                Math.abs(one.x - other.x) >= cardWidth || Math.abs(one.y - other.y) >= cardHeight;
              expect(apart).toBe(true);
            }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('[W23] puts what follows below, and takes any id', () => {
    const places = layoutSketch({
      nodes: ['__proto__', 'constructor', 'c'],
      edges: [
        { from: '__proto__', to: 'constructor' },
        { from: 'constructor', to: 'c' },
      ],
    });
    expect(places.get('__proto__')!.y).toBeLessThan(places.get('constructor')!.y);
    expect(places.get('constructor')!.y).toBeLessThan(places.get('c')!.y);
  });

  it.each(documentForms.flatMap(({ dialect }) => exampleDefinitions(dialect)))(
    '[W23] bends no edge by a pixel or two: $name',
    ({ name, definition }) => {
      const form = findForm(name.split('/')[0] ?? '');
      if (form === undefined) throw new Error(`${name} has no form.`);
      const { nodes, edges } = readSketch(form, definition);
      const places = layoutSketch({ nodes: nodes.map(({ id }) => id), edges });
      for (const { from, to } of edges) {
        const shift = Math.abs(places.get(from)!.x - places.get(to)!.x);
        expect(shift === 0 || shift > 2).toBe(true);
      }
    },
  );
});

it('[W95] a card is placed on no other one, near the wanted place', () => {
  const point = fc.record({
    x: fc.integer({ min: -900, max: 900 }),
    y: fc.integer({ min: -900, max: 900 }),
  });
  fc.assert(
    fc.property(point, fc.array(point, { maxLength: 60 }), (wanted, cards) => {
      const spot = freeSpot(wanted, cardSize, { cards, frames: [] });
      expect(cards.filter((card) => isOver(spot, card))).toEqual([]);
      const isTaken = cards.some((card) =>
        isOver({ x: wanted.x - 12, y: wanted.y - 12 }, card, 24),
      );
      expect(isTaken || equalPoints(spot, wanted)).toBe(true);
    }),
  );
});

it('[W95] a card finds a place among very many', () => {
  const cards = Array.from({ length: 4_000 }, (_, index) => ({
    x: ((index % 40) - 20) * 128,
    y: (Math.floor(index / 40) - 50) * 40,
  }));
  const spot = freeSpot({ x: 0, y: 0 }, cardSize, { cards, frames: [] });
  expect(cards.filter((card) => isOver(spot, card))).toEqual([]);
});

it('[W95] a card goes below what is in its place rather than beside it', () => {
  const spot = freeSpot({ x: 0, y: 98 }, cardSize, {
    cards: [
      { x: 0, y: 0 },
      { x: 0, y: 98 },
    ],
    frames: [],
  });
  expect(spot.x).toBe(0);
  expect(spot.y).toBeGreaterThan(98 + cardHeight);
});

const cardSize = { width: cardWidth, height: cardHeight };

function equalPoints(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

function isOver(one: Point, other: Point, margin = 0): boolean {
  return (
    one.x < other.x + cardWidth &&
    other.x < one.x + cardWidth + margin &&
    one.y < other.y + cardHeight &&
    other.y < one.y + cardHeight + margin
  );
}
