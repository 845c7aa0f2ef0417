// Conversations and cycles
// The only order of a dataflow is that of its edges, so a cycle has no first node, unless it contains a user input: that node is the
// head, and each answer starts another round. All other cycles are refused.
//
// V1. Of several user inputs in one cycle, one that is reached from outside comes first, then the one written first; the others are
//     asked within its rounds.
// V2. Everything is iterative, and linear for each level of nested conversations.
import { createDigraph, findStrongComponents, type Digraph } from '@skein/kernel';

export interface Circuits {
  /** By edge: 1 where it leads back to the head of a conversation. */
  readonly isLoop: Int32Array;
  /** Cycles without a user input, as places of their nodes, starting with the one written first. */
  readonly circles: readonly (readonly number[])[];
  /** Whether conversations are nested too deeply to be told apart. */
  readonly isTooDeep: boolean;
}

export interface FlowArcs {
  readonly size: number;
  /** By edge: the places of its nodes. */
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly isPerson: (node: number) => boolean;
}

const levelsMax = 1000;

export function findConversations({ size, sources, targets, isPerson }: FlowArcs): Circuits {
  const graph = createDigraph({ size, sources, targets });
  const isLoop = new Int32Array(sources.length);
  for (let level = 0; level < levelsMax; level++) {
    const { of } = findStrongComponents(graph, isLoop);
    const heads = findHeads(graph, { of, isLoop, isPerson });
    if (heads.size === 0) {
      return { isLoop, circles: findCircles(graph, of, isLoop), isTooDeep: false };
    }
    for (let arc = 0; arc < sources.length; arc++) {
      const component = of[targets[arc] as number] as number;
      const isInside = of[sources[arc] as number] === component;
      if (isInside && heads.get(component) === targets[arc]) isLoop[arc] = 1;
    }
  }
  return { isLoop, circles: [], isTooDeep: true };
}

interface Found {
  /** By node: its strong component. */
  readonly of: Int32Array;
  readonly isLoop: Int32Array;
  readonly isPerson: (node: number) => boolean;
}

/** By component that has a cycle and a user input: its head. */
function findHeads(graph: Digraph, { of, isLoop, isPerson }: Found): Map<number, number> {
  const isAsked = new Set<number>();
  const isCircular = new Set<number>();
  for (let arc = 0; arc < graph.sources.length; arc++) {
    if (isLoop[arc] === 1) continue;
    const target = graph.targets[arc] as number;
    if (of[graph.sources[arc] as number] === of[target]) isCircular.add(of[target] as number);
    else isAsked.add(target);
  }
  const heads = new Map<number, number>();
  for (let node = 0; node < graph.size; node++) {
    const component = of[node] as number;
    if (!isPerson(node) || !isCircular.has(component)) continue;
    const head = heads.get(component);
    if (head === undefined || (!isAsked.has(head) && isAsked.has(node))) {
      heads.set(component, node);
    }
  }
  return heads;
}

function findCircles(graph: Digraph, of: Int32Array, isLoop: Int32Array): readonly number[][] {
  const seen = new Set<number>();
  const circles: number[][] = [];
  for (let node = 0; node < graph.size; node++) {
    const component = of[node] as number;
    if (seen.has(component)) continue;
    seen.add(component);
    const circle = shortestCircle(graph, { of, isLoop, start: node });
    if (circle !== null) circles.push(circle);
  }
  return circles;
}

/** Breadth first within the component, back to the start. */
function shortestCircle(
  graph: Digraph,
  { of, isLoop, start }: { of: Int32Array; isLoop: Int32Array; start: number },
): number[] | null {
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    const end = graph.outStart[node + 1] as number;
    for (let place = graph.outStart[node] as number; place < end; place++) {
      const arc = graph.outArcs[place] as number;
      const target = graph.targets[arc] as number;
      if (isLoop[arc] === 1 || of[target] !== of[start]) continue;
      if (target === start) return wayBack(cameFrom, start, node);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return null;
}

function wayBack(cameFrom: ReadonlyMap<number, number>, start: number, last: number): number[] {
  const way = [last];
  for (let node = last; node !== start;) {
    node = cameFrom.get(node) as number;
    way.push(node);
  }
  return way.reverse();
}
