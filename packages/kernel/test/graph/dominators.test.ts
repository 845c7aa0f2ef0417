import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDigraph, type Digraph } from '../../src/graph/digraph/digraph.ts';
import {
  childTowards,
  createDominatorTree,
  dominates,
  nearestCommonDominator,
} from '../../src/graph/digraph/dominator-tree.ts';
import { findStrongComponents } from '../../src/graph/digraph/strong-components.ts';
import { findReversePostorder } from '../../src/graph/digraph/reverse-postorder.ts';

const graphs = fc.integer({ min: 1, max: 12 }).chain((size) => {
  const vertex = fc.nat({ max: size - 1 });
  return fc.array(fc.tuple(vertex, vertex), { maxLength: 3 * size }).map((arcs) =>
    createDigraph({
      size,
      sources: Int32Array.from(arcs, ([source]) => source),
      targets: Int32Array.from(arcs, ([, target]) => target),
    }),
  );
});

describe('dominators of random graphs', () => {
  it('[K4] are those of the definition: without a dominator there is no way from the root', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const tree = createDominatorTree(graph, 0);
        const reached = reach(graph, 0);
        for (const above of reached) {
          const withoutIt = reach(graph, 0, above);
          for (let below = 0; below < graph.size; below++) {
            const expected = reached.has(below) && !withoutIt.has(below);
            expect(dominates(tree, above, below)).toBe(expected);
          }
        }
        for (let vertex = 0; vertex < graph.size; vertex++) {
          expect(tree.immediate[vertex] === -1).toBe(!reached.has(vertex));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('[K4] have nearest common ones, and children on the way to what they dominate', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const tree = createDominatorTree(graph, 0);
        const above = (vertex: number) => tree.order.filter((it) => dominates(tree, it, vertex));
        for (const left of tree.order) {
          for (const right of tree.order) {
            const common = above(left).filter((vertex) => dominates(tree, vertex, right));
            const nearest = nearestCommonDominator(tree, left, right);
            expect(tree.depth[nearest]).toBe(Math.max(...common.map((it) => tree.depth[it]!)));
            expect(common).toContain(nearest);
            if (left === right || !dominates(tree, left, right)) continue;
            const child = childTowards(tree, left, right);
            expect(tree.immediate[child]).toBe(left);
            expect(dominates(tree, child, right)).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('other orders of random graphs', () => {
  it('[K5] strong components hold what reaches each other', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { of, sizes } = findStrongComponents(graph);
        const reached = Array.from({ length: graph.size }, (_, vertex) => reach(graph, vertex));
        for (let left = 0; left < graph.size; left++) {
          const mates = reached.filter((it, right) => it.has(left) && reached[left]!.has(right));
          expect(sizes[of[left]!]).toBe(mates.length);
          for (let right = 0; right < graph.size; right++) {
            const expected = reached[left]!.has(right) && reached[right]!.has(left);
            expect(of[left] === of[right]).toBe(expected);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('[K6] reverse postorder puts a vertex before what only it leads to', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const order = [...findReversePostorder(graph, [0])];
        const { of } = findStrongComponents(graph);
        expect(new Set(order)).toEqual(reach(graph, 0));
        for (const [arc, source] of graph.sources.entries()) {
          const target = graph.targets[arc]!;
          if (!order.includes(source) || of[source] === of[target]) continue;
          expect(order.indexOf(source)).toBeLessThan(order.indexOf(target));
        }
      }),
      { numRuns: 500 },
    );
  });
});

function reach(graph: Digraph, root: number, without = -1): Set<number> {
  const found = new Set(root === without ? [] : [root]);
  for (const vertex of found) {
    for (const [arc, source] of graph.sources.entries()) {
      const target = graph.targets[arc]!;
      if (source === vertex && target !== without) found.add(target);
    }
  }
  return found;
}
