// Random graph
// One seed gives one graph and one script of decisions, for runs that must be equal on two implementations.
// R1. Edges that are not loop edges go forward in one order of the nodes, so they have no cycle.
// R2. The target of a loop edge reaches its source by such edges.
// R3. The script sees only what is alive, so implementations that agree so far get the same decisions.
// R4. Each script ends: after the last firing completion nothing fires any more.

import type { OracleEdge, OracleGraph, OracleJoin, OracleNode } from './oracle-graph.ts';
import { randomSource, type RandomSource } from './random-source.ts';

export interface Choice {
  readonly node: number;
  readonly n: number;
  readonly firedEdges: readonly number[];
}

/** Picks one of the alive activations, listed by node and number, and the edges that it fires. */
export type Choose = (live: readonly { node: number; n: number }[]) => Choice;

export interface RandomCase {
  readonly graph: OracleGraph;
  readonly choose: Choose;
}

const firingCompletionsMax = 45;

/** The graph and the script of a seed; each call restarts the script. */
export function randomCase(seed: number): RandomCase {
  const random = randomSource(seed);
  const graph = randomGraph(random);
  return { graph, choose: randomScript(graph, random) };
}

type Arrow = Pick<OracleEdge, 'from' | 'to' | 'loop'>;

function randomGraph(random: RandomSource): OracleGraph {
  const size = random.between(2, 9);
  const arrows = random.chance(0.5) ? tangledArrows(random, size) : nestedArrows(random, size);
  // Half of the graphs number their nodes against the flow, to distinguish definition order from flow order.
  const others = Array.from({ length: size - 1 }, (_, index) => index + 1);
  const numbers = [0, ...(random.chance(0.5) ? random.shuffle(others) : others)];
  const numberOf = (place: number): number => numbers[place] ?? place;
  const edges = (random.chance(0.5) ? random.shuffle(arrows) : arrows).map((arrow, index) => ({
    from: numberOf(arrow.from),
    to: numberOf(arrow.to),
    loop: arrow.loop,
    port: `p${index}`,
  }));
  const secondEntry = random.chance(0.2) ? [random.between(1, size - 1)] : [];
  return { nodes: randomNodes(random, size, edges), edges, entries: [0, ...secondEntry] };
}

const mixedJoins: readonly OracleJoin[] = [
  ...(['all', 'all', 'all', 'all', 'all', 'all'] as const),
  ...(['each', 'once', 'any', 'n-of'] as const),
];
const evenJoins: readonly OracleJoin[] = ['each', 'once', 'all', 'any', 'n-of'];

function randomNodes(random: RandomSource, size: number, edges: readonly Arrow[]): OracleNode[] {
  const joins = random.pick([['all'], ['all'], mixedJoins, mixedJoins, evenJoins] as const);
  return Array.from({ length: size }, (_, node) => {
    const incoming = edges.filter(({ to, loop }) => to === node && !loop).length;
    const join = random.pick<OracleJoin>(joins);
    const n = random.between(1, Math.max(1, incoming));
    return { name: `v${node}`, join: incoming === 0 && join === 'n-of' ? 'all' : join, n };
  });
}

/** Any forward edges, and loop edges between any two nodes that allow one: loops cross and have many entries. */
function tangledArrows(random: RandomSource, size: number): Arrow[] {
  const arrows: Arrow[] = [];
  for (let to = 1; to < size; to++) {
    const count = random.pick([1, 1, 1, 2, 2, 3]);
    for (let i = 0; i < count; i++) {
      arrows.push({ from: random.between(0, to - 1), to, loop: false });
    }
  }
  const pairs = arrows.flatMap(({ from }) =>
    reachedFrom(arrows, from).map((source) => [source, from] as const),
  );
  for (let i = random.between(0, 3); i > 0; i--) {
    const [from, to] = random.pick(pairs);
    arrows.push({ from, to, loop: true });
  }
  return arrows;
}

function reachedFrom(arrows: readonly Arrow[], start: number): number[] {
  const reached = [start];
  for (const node of reached) {
    for (const { from, to, loop } of arrows) {
      if (from === node && !loop && !reached.includes(to)) reached.push(to);
    }
  }
  return reached;
}

/** Blocks in sequence, in parallel, and in loops: what people draw. A few shortcuts are added. */
function nestedArrows(random: RandomSource, size: number): Arrow[] {
  const arrows = blockArrows(random, 0, size - 1);
  for (let i = random.pick([0, 0, 1, 2]); i > 0; i--) {
    const from = random.between(0, size - 2);
    arrows.push({ from, to: random.between(from + 1, size - 1), loop: false });
  }
  return arrows;
}

/** A block over the places first to last; it is entered at the first and, unless it is cut short, left at the last. */
function blockArrows(random: RandomSource, first: number, last: number): Arrow[] {
  if (first === last) return random.chance(0.1) ? [{ from: first, to: first, loop: true }] : [];
  const shape = random.pick(['sequence', 'loop', 'fork'] as const);
  if (shape === 'fork' && last - first >= 3) return forkArrows(random, first, last);
  const middle = random.between(first, last - 1);
  const arrows: Arrow[] = [
    ...blockArrows(random, first, middle),
    { from: middle, to: middle + 1, loop: false },
    ...blockArrows(random, middle + 1, last),
  ];
  if (shape === 'loop') arrows.push({ from: last, to: first, loop: true });
  return arrows;
}

function forkArrows(random: RandomSource, first: number, last: number): Arrow[] {
  const middle = random.between(first + 1, last - 2);
  return [
    { from: first, to: first + 1, loop: false },
    { from: first, to: middle + 1, loop: false },
    ...blockArrows(random, first + 1, middle),
    ...blockArrows(random, middle + 1, last - 1),
    { from: middle, to: last, loop: false },
    { from: last - 1, to: last, loop: false },
  ];
}

function randomScript(graph: OracleGraph, random: RandomSource): Choose {
  const slowNode = random.chance(0.5) ? random.between(0, graph.nodes.length - 1) : undefined;
  const firing = random.pick(['every', 'subset', 'one'] as const);
  let completions = 0;
  return (live) => {
    const quick = live.filter(({ node }) => node !== slowNode);
    const { node, n } = random.pick(quick.length > 0 && random.chance(0.9) ? quick : live);
    const loopChance = 0.8 - completions / firingCompletionsMax;
    completions++;
    if (completions > firingCompletionsMax) return { node, n, firedEdges: [] };
    const out = graph.edges.flatMap((edge, index) => (edge.from === node ? [index] : []));
    const offered = out.filter((edge) => !graph.edges[edge]?.loop || random.chance(loopChance));
    return { node, n, firedEdges: firedOf(random, firing, offered) };
  };
}

function firedOf(
  random: RandomSource,
  firing: 'every' | 'subset' | 'one',
  offered: readonly number[],
): readonly number[] {
  if (firing === 'every' || offered.length === 0) return offered;
  if (firing === 'subset') return offered.filter(() => random.chance(0.7));
  return [random.pick(offered)];
}
