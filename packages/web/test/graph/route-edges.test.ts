import { expect, it } from 'vitest';
import { columnPath } from '../../src/graph/layout/column-path.ts';
import { cardHeight, cardWidth } from '../../src/graph/layout/layout-sketch.ts';
import { routeEdges } from '../../src/graph/layout/route-edges.ts';
import type { Point, Sketch } from '../../src/graph/sketch.ts';

const rank = 98;

function sketchOf(ids: readonly string[], lines: readonly (readonly [string, string])[]): Sketch {
  return {
    nodes: ids.map((id) => ({
      id,
      type: 'x',
      title: id,
      subtitle: '',
      family: 'tool',
      ports: [{ id: 'output', label: '' }],
      hasInput: true,
      isHub: false,
      position: null,
      pointer: '',
    })),
    edges: lines.map(([from, to]) => ({
      key: `${from} ${to}`,
      from,
      out: 'output',
      to,
      in: '',
      kind: 'flow',
      pointer: '',
    })),
  };
}

const chain = new Map<string, Point>(
  ['a', 'b', 'c', 'd'].map((id, index) => [id, { x: 0, y: index * rank }]),
);

it('[W26] edges to the next card go straight; one past another card goes around it', () => {
  const columns = routeEdges(
    sketchOf(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
    ),
    chain,
  );
  expect([...columns.keys()]).toEqual(['a c']);
  expectFree(columns.get('a c')!, [chain.get('b')!]);
});

it('[W26] edges that go back pass right of all cards in between, side by side', () => {
  const columns = routeEdges(
    sketchOf(
      ['a', 'b', 'c', 'd'],
      [
        ['d', 'a'],
        ['c', 'a'],
      ],
    ),
    new Map([...chain, ['b', { x: 200, y: rank }]]),
  );
  const [one, other] = [...columns.values()];
  for (const column of [one!, other!]) expect(column).toBeGreaterThan(200 + cardWidth);
  expect(Math.abs(one! - other!)).toBeGreaterThanOrEqual(10);
});

it('[W26] an edge that goes back leaves on the side of its port', () => {
  const plain = sketchOf(['a', 'b'], [['b', 'a']]);
  const ports = [
    { id: 'output', label: 'again' },
    { id: 'other', label: 'else' },
  ];
  const sketch = { ...plain, nodes: plain.nodes.map((node) => ({ ...node, ports })) };
  expect(routeEdges(sketch, chain).get('b a')).toBeLessThan(0);
  const mirrored = sketch.nodes.map((node) => ({ ...node, ports: ports.toReversed() }));
  expect(routeEdges({ ...sketch, nodes: mirrored }, chain).get('b a')).toBeGreaterThan(cardWidth);
});

it('[W26] a path in a column begins and ends where the edge does', () => {
  const path = columnPath({ from: { x: 0, y: 0 }, to: { x: 50, y: 200 }, column: 90 });
  expect(path.startsWith('M0 0')).toBe(true);
  expect(path.endsWith('L50 200')).toBe(true);
  expect(path).toContain('90 ');
});

function expectFree(column: number, cards: readonly Point[]): void {
  for (const { x, y } of cards) {
    expect(y + cardHeight).toBeGreaterThan(y);
    expect(column <= x || column >= x + cardWidth).toBe(true);
  }
}
