// Certainty
// Answers on the branch graph: given that one thing happened, must another happen too in the same run? "No" is what
// diagnostics warn about, so every limit and every doubt counts as "yes".
import { at } from '../digraph/digraph.ts';
import {
  createDominatorTree,
  dominates,
  isReached,
  type DominatorTree,
} from '../digraph/dominator-tree.ts';
import { findReversePostorder } from '../digraph/reverse-postorder.ts';
import { createBranchGraph, type BranchGraph, type BranchSource } from './branch-graph.ts';

export interface Certainty {
  readonly branches: BranchGraph;
  readonly tree: DominatorTree;
  /**
   * By vertex: the highest of its dominators (itself included) that certainly leads to it. All dominators between the two
   * do so as well: a certain path from one of them passes through those below it.
   */
  readonly origin: Int32Array;
  stepsLeft: number;
}

const STEPS_PER_QUESTION = 200;
const STEPS_MAX = 2_000_000;

export function createCertainty(source: BranchSource): Certainty {
  const branches = createBranchGraph(source);
  const tree = createDominatorTree(branches.graph, branches.root);
  const origin = new Int32Array(branches.graph.size).fill(-1);
  origin[branches.root] = branches.root;
  for (const vertex of findReversePostorder(branches.graph, [branches.root], branches.isLoop)) {
    if (vertex === branches.root) continue;
    const parent = at(tree.immediate, vertex);
    const follows = followsFrom({ branches, tree, origin }, vertex, parent);
    origin[vertex] = follows ? at(origin, parent) : vertex;
  }
  return { branches, tree, origin, stepsLeft: STEPS_MAX };
}

/** Whether the goal happens whenever the other happened. */
export function mustFollow(certainty: Certainty, goal: number, given: number): boolean {
  const { branches, tree, origin } = certainty;
  if (!isReached(tree, goal)) return false;
  const pending = [goal];
  const seen = new Set(pending);
  for (const vertex of pending) {
    const first = at(origin, vertex);
    // Nothing is known about what only a loop edge leads to.
    if (first < 0 || dominates(tree, first, given)) return true;
    if (at(branches.needed, first) > 1) continue;
    for (const source of certainSources(branches, first, STEPS_PER_QUESTION)) {
      if (seen.has(source) || !isReached(tree, source)) continue;
      seen.add(source);
      pending.push(source);
    }
    certainty.stepsLeft -= seen.size;
    if (seen.size > STEPS_PER_QUESTION || certainty.stepsLeft < 0) return true;
  }
  return false;
}

/** Whether the closest dominator of a vertex certainly leads to it: on one path, or on one for each of its alternatives. */
function followsFrom(
  { branches, tree, origin }: Pick<Certainty, 'branches' | 'tree' | 'origin'>,
  vertex: number,
  parent: number,
): boolean {
  const depth = at(tree.depth, parent);
  let ways = 0;
  const alternatives = new Set<number>();
  for (const source of certainSources(branches, vertex)) {
    const first = isReached(tree, source) ? at(origin, source) : -1;
    if (first < 0) continue;
    if (at(tree.depth, first) <= depth) ways++;
    else if (at(branches.choiceOf, first) === parent) alternatives.add(first);
  }
  const needed = at(branches.needed, vertex);
  if (ways >= needed) return true;
  const choices = at(branches.choices, parent);
  return needed === 1 && choices > 0 && alternatives.size === choices;
}

/** The sources of certain arcs into a vertex, without loop edges; one more than `max` says that there are too many. */
function certainSources(
  { graph, isCertain, isLoop }: BranchGraph,
  vertex: number,
  max = Infinity,
): readonly number[] {
  const sources: number[] = [];
  const end = at(graph.inStart, vertex + 1);
  for (let place = at(graph.inStart, vertex); place < end && sources.length <= max; place++) {
    const arc = at(graph.inArcs, place);
    if (at(isCertain, arc) === 1 && at(isLoop, arc) === 0) sources.push(at(graph.sources, arc));
  }
  return sources;
}
