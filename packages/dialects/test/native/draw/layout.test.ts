import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, type Layout } from '../../../src/native/draw/layout/layout.ts';
import type { LayoutInput } from '../../../src/native/draw/layout/layout-input.ts';
import { placeNodes } from '../../../src/native/draw/place-nodes.ts';
import { orderNodes } from '../../../src/native/draw/order-nodes.ts';

const size = { width: 100, height: 50 };

function inputOf(
  count: number,
  pairs: readonly (readonly [number, number, boolean])[],
): LayoutInput {
  const edges = pairs.map(([from, to]) => ({ from: from % count, to: to % count, isLoop: false }));
  const { order, back } = orderNodes({ count, edges, entries: new Set() });
  return {
    nodes: Array.from({ length: count }, () => size),
    edges: edges.map(({ from, to }, i) => ({
      from,
      to,
      back: back.has(i),
      label: pairs[i]?.[2] === true ? { width: 40, height: 18 } : null,
    })),
    order,
    gaps: { column: 28, rowMin: 24, rowMax: 70 },
  };
}

const graphs = fc
  .tuple(
    fc.integer({ min: 1, max: 12 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 20 }),
  )
  .map(([count, pairs]) => inputOf(count, pairs));

describe('layOut', () => {
  it('[N30] no node or label lies on another, and all are inside the picture', () => {
    fc.assert(
      fc.property(graphs, (input) => {
        const layout = layOut(input);
        const boxes = boxesOf(input, layout);
        for (const [i, box] of boxes.entries()) {
          expect(box.left).toBeGreaterThanOrEqual(-0.01);
          expect(box.right).toBeLessThanOrEqual(layout.width + 0.01);
          expect(box.bottom).toBeLessThanOrEqual(layout.height + 0.01);
          for (const other of boxes.slice(i + 1)) expect(overlap(box, other)).toBe(false);
        }
      }),
    );
  });

  it('[N30] edges lead down, except those that lead back', () => {
    fc.assert(
      fc.property(graphs, (input) => {
        const layout = layOut(input);
        for (const [i, { from, to, back }] of input.edges.entries()) {
          const rises = (layout.nodes[to]?.y ?? 0) <= (layout.nodes[from]?.y ?? 0);
          expect(rises).toBe(back);
          expect(layout.edges[i]?.isLane).toBe(back);
        }
      }),
    );
  });

  it('[N30] a chain is straight, a fan is symmetric', () => {
    const chain = layOut(
      inputOf(4, [
        [0, 1, false],
        [1, 2, true],
        [2, 3, false],
      ]),
    );
    expect(new Set(chain.nodes.map(({ x }) => Math.round(x))).size).toBe(1);
    const fan = layOut(
      inputOf(4, [
        [0, 1, false],
        [0, 2, false],
        [0, 3, false],
      ]),
    );
    const [root, left, middle, right] = fan.nodes.map(({ x }) => Math.round(x));
    expect(middle).toBe(root);
    expect((left ?? 0) + (right ?? 0)).toBe(2 * (root ?? 0));
  });

  it('[N30] what nothing leads to stands right above the first node that needs it', () => {
    const { nodes } = layOut(
      inputOf(5, [
        [0, 1, false],
        [1, 2, false],
        [2, 3, false],
        [4, 3, false],
      ]),
    );
    expect(nodes[4]?.y).toBe(nodes[2]?.y);
  });

  it('[N30] nodes are placed by their ids, whatever those are, and unknown ends are left out', () => {
    const places = placeNodes({
      nodes: ['__proto__', 'b', 'c'],
      size,
      edges: [
        { from: '__proto__', to: 'b' },
        { from: 'b', to: 'b' },
        { from: 'b', to: '__proto__' },
        { from: 'b', to: 'gone' },
        { from: 'b', to: 'c' },
      ],
      gaps: { column: 10, rowMin: 5, rowMax: 5 },
    });
    expect([...places]).toEqual([
      ['__proto__', { x: 50, y: 25 }],
      ['b', { x: 50, y: 85 }],
      ['c', { x: 50, y: 145 }],
    ]);
  });

  it('[N30] the order is topological once the ways back are left out', () => {
    fc.assert(
      fc.property(graphs, ({ edges, order }) => {
        const places = new Map(order.map((node, place) => [node, place]));
        for (const { from, to } of edges.filter(({ back }) => !back)) {
          expect(places.get(from)).toBeLessThan(places.get(to) ?? -1);
        }
        expect(new Set(order).size).toBe(order.length);
      }),
    );
  });

  it('[N31] edges that span a deep graph do not make it explode', () => {
    const count = 2000;
    const chain = Array.from({ length: count - 1 }, (_, i) => [i, i + 1, false] as const);
    const spans = Array.from({ length: 1000 }, (_, i) => [i, count - 1 - i, true] as const);
    const layout = layOut(inputOf(count, [...chain, ...spans]));
    expect(layout.nodes).toHaveLength(count);
  });
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boxesOf(input: LayoutInput, layout: Layout): readonly Box[] {
  const nodes = layout.nodes.map(({ x, y }) => boxAt(x, y, size));
  const labels = layout.edges.flatMap(({ label }, i) =>
    label === null ? [] : [boxAt(label.x, label.y, input.edges[i]?.label ?? size)],
  );
  return [...nodes, ...labels];
}

function boxAt(x: number, y: number, { width, height }: { width: number; height: number }): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right - 0.01 &&
    b.left < a.right - 0.01 &&
    a.top < b.bottom - 0.01 &&
    b.top < a.bottom - 0.01
  );
}
