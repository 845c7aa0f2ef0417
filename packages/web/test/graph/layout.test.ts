import process from 'node:process';
import type { JsonObject } from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentForms, findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import type { Point } from '../../src/graph/sketch.ts';
import { exampleDefinitions } from './examples.ts';
import { freeSpot } from '../../src/graph/layout/free-spot.ts';
import {
  cardHeight,
  cardWidth,
  layoutInput,
  layoutSketch,
} from '../../src/graph/layout/layout-sketch.ts';
import { routeEdges } from '../../src/graph/layout/route-edges.ts';

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

describe('tidying up', () => {
  const native = findForm('native')!;
  const placed = (nodes: readonly JsonObject[], edges: readonly JsonObject[]) => {
    const sketch = readSketch(native, { skein: 1, nodes, edges });
    return { sketch, places: layoutSketch(layoutInput(sketch)) };
  };
  const node = (id: string, type = 'transform') => ({ id, type });

  it('[W1803] what follows a node keeps the order of its ports, however the edges are listed', () => {
    const nodes = ['no', 'yes', 'later', 'join'].map((id) => node(id));
    const edges = [
      { from: 'ask', out: 'false', to: 'no' },
      { from: 'ask', out: 'true', to: 'yes' },
      { from: 'no', to: 'later' },
      { from: 'later', to: 'join' },
      { from: 'yes', to: 'join' },
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(nodes, { minLength: 4 }),
        fc.shuffledSubarray(edges, { minLength: 5 }),
        (others, lines) => {
          const { places } = placed([node('ask', 'if'), ...others], lines);
          expect(places.get('yes')!.x).toBeLessThan(places.get('no')!.x);
        },
      ),
    );
  });

  it('[W1803] a chain below a branch stays straight', () => {
    const { places } = placed(
      [node('ask', 'if'), ...['yes', 'no', 'more', 'most'].map((id) => node(id))],
      [
        { from: 'ask', out: 'true', to: 'yes' },
        { from: 'ask', out: 'false', to: 'no' },
        { from: 'no', to: 'more' },
        { from: 'more', to: 'most' },
      ],
    );
    const columns = ['no', 'more', 'most'].map((id) => places.get(id)!.x);
    expect(new Set(columns).size).toBe(1);
  });

  it('[W1803] a loop goes round everything that it repeats', () => {
    const { sketch, places } = placed(
      [node('draft'), node('ask', 'if'), node('left'), node('right'), node('check')],
      [
        { from: 'draft', to: 'ask' },
        { from: 'ask', out: 'true', to: 'left' },
        { from: 'ask', out: 'false', to: 'right' },
        { from: 'left', to: 'check' },
        { from: 'right', to: 'check' },
        { from: 'check', to: 'draft' },
      ],
    );
    const back = sketch.edges.find(({ from }) => from === 'check')!;
    const column = routeEdges(sketch, places).get(back.key)!;
    expect(column).toBeGreaterThan(places.get('right')!.x + cardWidth);
  });
});

it('[W1800] the edges of a large drawing are routed in time that grows with it', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => `n${index}`);
  const sketch = readSketch(findForm('native')!, {
    skein: 1,
    nodes: ids.map((id) => ({ id, type: 'transform' })),
    edges: ids.slice(1).map((id, index) => ({ from: ids[index >> 1]!, to: id })),
  });
  const grid = new Map(
    ids.map((id, index) => [id, { x: (index % 20) * 256, y: Math.floor(index / 20) * 98 }]),
  );
  const begin = process.cpuUsage();
  const columns = routeEdges(sketch, grid);
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5_000);
  for (const [key, column] of [...columns].slice(0, 200)) {
    const { from, to } = sketch.edges.find((edge) => edge.key === key)!;
    const [top, bottom] = [grid.get(from)!.y + cardHeight, grid.get(to)!.y];
    const inWay = [...grid.values()].filter(({ y }) => y < bottom && y + cardHeight > top + 14);
    expect(inWay.every(({ x }) => column <= x || column >= x + cardWidth)).toBe(true);
  }
});
