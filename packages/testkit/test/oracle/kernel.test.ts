// Goal: the real kernel does what the oracle does, on random graphs with all five joins and random orders of completion.
// Method: one seed is one graph and one script, played on both; SKEIN_SEEDS says how many (400 where it does not). Four of
// five runs load the kernel's state from its own dump after every one to four events.
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { compareWithKernel } from '../../src/oracle/compare-with-kernel.ts';
import type { OracleGraph, OracleNode } from '../../src/oracle/oracle-graph.ts';
import { joinEdges } from '../../src/oracle/oracle-graph.ts';
import { reloadOf, reproduction } from '../../src/oracle/reproduction.ts';

const runs = Number(process.env['SKEIN_SEEDS'] ?? 400);
const seeds = Array.from({ length: runs }, (_, seed) => seed);

describe('the kernel and the oracle', () => {
  it(
    '[K21] [K22] [K23] [K24] [K25] [K26] [K27] [K29] [K59] [K802] [K838] [K1255] [K1256] [K1263] [K1752] agree on every activation, its rounds, its inputs and what is kept',
    () => {
      let activations = 0;
      const differences = seeds.flatMap((seed) => {
        const reloadEvery = reloadOf(seed);
        const comparison = compareWithKernel(seed, { reloadEvery });
        activations += comparison.activations;
        if (comparison.difference === null) return [];
        return [`seed ${seed}: ${comparison.difference}\n  ${reproduction({ seed, reloadEvery })}`];
      });
      expect(differences).toEqual([]);
      expect(activations).toBeGreaterThan(5 * runs);
    },
    30_000 + 50 * runs,
  );

  it('a seed can be played again by one command', () => {
    expect(reproduction({ seed: 17, reloadEvery: reloadOf(17) })).toBe(
      'npm run oracle -- --from 17 --seeds 1 --reload 2',
    );
  });
});

/** The first node for which it makes a difference gets another join. */
function withOtherJoin(graph: OracleGraph, change: (node: OracleNode) => OracleNode): OracleGraph {
  const at = graph.nodes.findIndex(({ join }, node) => {
    return join === 'all' && joinEdges(graph, node).length > 1;
  });
  const nodes = graph.nodes.map((node, index) => (index === at ? change(node) : node));
  return { ...graph, nodes };
}

const plants: readonly (readonly [string, (graph: OracleGraph) => OracleGraph])[] = [
  [
    '`all` runs like `each`',
    (graph) => withOtherJoin(graph, (node) => ({ ...node, join: 'each' })),
  ],
  ['`all` runs like `any`', (graph) => withOtherJoin(graph, (node) => ({ ...node, join: 'any' }))],
  [
    '`all` runs with one token',
    (graph) => withOtherJoin(graph, (node) => ({ ...node, join: 'n-of', n: 1 })),
  ],
  [
    "two edges of a node lead to each other's target",
    (graph) => {
      const [first] = graph.edges;
      const at = graph.edges.findIndex(
        ({ from, to, loop }) => from === first?.from && to !== first.to && !loop && !first.loop,
      );
      const other = graph.edges[at];
      if (first === undefined || other === undefined) return graph;
      const swapped = graph.edges.map((edge, index) => {
        if (index === 0) return { ...edge, to: other.to };
        return index === at ? { ...edge, to: first.to } : edge;
      });
      return { ...graph, edges: swapped };
    },
  ],
];

describe('the comparison', () => {
  it.each(plants)('finds a kernel in which %s', (_name, plant) => {
    const found = seeds.slice(0, 60).map((seed) => compareWithKernel(seed, { plant }).difference);
    const told = found.filter((difference) => difference !== null);
    expect(told.length).toBeGreaterThan(3);
    expect(told.some((text) => /expected \[.*\] but the kernel made \[/u.test(text))).toBe(true);
  });
});
