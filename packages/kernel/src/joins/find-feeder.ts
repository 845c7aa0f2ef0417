// Can this edge still get a token?
// Searches backwards from an edge of a join for something alive whose tag agrees with the rounds picked so far, on a path
// that starts no other round of a loop that these rounds name (SPEC K26).
//
// F1. A search that finds nothing alive marks the edges it visited as dead for that tag; nothing can make them live again,
//     except a person's retry and a limit's hand-off, which clear all marks.
// F2. Marks of the empty tag hold for every tag: what agrees with a tag agrees with the empty one.
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import type { Activation, Token } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';
import { roundOf, roundsOf, type Tag } from '../tags/tag.ts';
import { findHeldToken, findLivingActivation, findQueuedToken } from './living-things.ts';

export interface Feeder {
  readonly thing: Activation | Token;
  readonly path: readonly GraphEdge[];
  /** A token held at another join: it will move, unless it waits for this very join. */
  readonly held: boolean;
}

interface Scratch {
  epoch: number;
  readonly seen: Uint32Array;
  /** Per node, the edge by which the search reached it: the next one on the path to the join. */
  readonly via: Uint32Array;
}

// One search at a time, so its working memory is shared by all runs of a graph.
const scratches = new WeakMap<Graph, Scratch>();

/** A goal: an edge into a join, and the rounds that the join's picked tokens name. */
export interface Goal {
  readonly edge: GraphEdge;
  readonly union: Tag;
}

/** The first living thing found. With `onHeld`, held tokens are reported and passed over instead. */
export function findFeeder(
  graph: Graph,
  state: RunState,
  goal: Goal,
  onHeld?: (feeder: Feeder) => void,
): Feeder | null {
  const { edge: goalEdge, union } = goal;
  const queued = findQueuedToken(state, goalEdge.to, union, goalEdge);
  if (queued !== null) return { thing: queued, path: [goalEdge], held: false };
  const scratch = nextSearch(graph);
  const visited: number[] = [];
  const stack: GraphEdge[] = [goalEdge];
  let sawOthers = false;
  let sawHeld = false;
  for (let edge = stack.pop(); edge !== undefined; edge = stack.pop()) {
    if (isDead(state, edge, union)) continue;
    visited.push(edge.index);
    const node = edge.from;
    if (scratch.seen[node.index] === scratch.epoch) continue;
    scratch.seen[node.index] = scratch.epoch;
    scratch.via[node.index] = edge.index;

    const living = state.nodes.get(node.index);
    if (living !== undefined && living.alive.length > 0) {
      const activation = findLivingActivation(living, union);
      if (activation !== null) {
        return { thing: activation, path: pathFrom(graph, scratch, node, goalEdge), held: false };
      }
      sawOthers = true;
    }
    // Anything that must still be activated at this head would start another round of it.
    if (node.headOf !== null && roundOf(union, node.headOf.index) !== undefined) continue;
    const queued = findQueuedToken(state, node, union);
    if (queued !== null) {
      return { thing: queued, path: pathFrom(graph, scratch, node, goalEdge), held: false };
    }
    if (state.joins.held.has(node.index)) {
      sawHeld = true;
      const token = node === goalEdge.to ? null : findHeldToken(state, node, union);
      if (token !== null) {
        const path = pathFrom(graph, scratch, node, goalEdge);
        if (onHeld === undefined) return { thing: token, path, held: true };
        onHeld({ thing: token, path, held: true });
      }
    }
    for (const incoming of node.incoming) stack.push(incoming);
  }
  if (!sawHeld && (!sawOthers || isClosed(graph, union))) {
    union.deadEdges ??= new Set();
    for (const index of visited) union.deadEdges.add(index);
  }
  return null;
}

function nextSearch(graph: Graph): Scratch {
  let scratch = scratches.get(graph);
  if (scratch === undefined) {
    const size = graph.nodes.length;
    scratch = { epoch: 0, seen: new Uint32Array(size), via: new Uint32Array(size) };
    scratches.set(graph, scratch);
  }
  if (scratch.epoch === 0xffffffff) {
    scratch.seen.fill(0);
    scratch.epoch = 0;
  }
  scratch.epoch++;
  return scratch;
}

function isDead(state: RunState, edge: GraphEdge, union: Tag): boolean {
  return (
    union.deadEdges?.has(edge.index) === true || state.tags.root.deadEdges?.has(edge.index) === true
  );
}

function pathFrom(
  graph: Graph,
  scratch: Scratch,
  node: GraphNode,
  goal: GraphEdge,
): readonly GraphEdge[] {
  const path: GraphEdge[] = [];
  let edge = graph.edges[scratch.via[node.index] as number] as GraphEdge;
  while (edge !== goal) {
    path.push(edge);
    edge = graph.edges[scratch.via[edge.to.index] as number] as GraphEdge;
  }
  path.push(goal);
  return path;
}

/**
 * Whether a disagreeing thing can never come to agree: it could lose a round only at the head of a loop around the named
 * one, and there the search ends when that loop is named too.
 */
function isClosed(graph: Graph, union: Tag): boolean {
  return roundsOf(union).every(({ loop }) =>
    graph.loops[loop]?.inside.every((outer) => roundOf(union, outer) !== undefined),
  );
}

/** After a retry or a hand-off, something may be alive where nothing could arrive any more. */
export function clearDeadEdges(state: RunState): void {
  const pending = [state.tags.root];
  for (let tag = pending.pop(); tag !== undefined; tag = pending.pop()) {
    tag.deadEdges = null;
    for (const child of tag.children?.values() ?? []) pending.push(child);
  }
  for (const { groups } of state.joins.held.values()) {
    for (const group of groups.values()) group.cursor = 0;
  }
}
