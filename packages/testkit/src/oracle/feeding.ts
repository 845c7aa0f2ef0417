// Feeding
// Says whether an edge into a join can still get a token that agrees with what the join has.

import { edgeAt, type OracleGraph } from './oracle-graph.ts';
import type { OracleState, Token } from './oracle-state.ts';
import { agree, type Tag } from './tag.ts';

/** An alive activation, or a held token, which would have to activate its node first. */
export interface AliveThing {
  readonly node: number;
  readonly tag: Tag;
  readonly isHeld: boolean;
}

export function aliveActivations(state: OracleState): AliveThing[] {
  return state.alive.map(({ node, tag }) => ({ node, tag, isHeld: false }));
}

export function aliveHeld(graph: OracleGraph, tokens: readonly Token[]): AliveThing[] {
  return tokens.map(({ edge, tag }) => ({ node: edgeAt(graph, edge).to, tag, isHeld: true }));
}

/** True when one of the things can deliver a token on the edge to a join that has tokens of this union. */
export function canBeFed(
  graph: OracleGraph,
  { edge, union, things }: { edge: number; union: Tag; things: readonly AliveThing[] },
): boolean {
  const join = edgeAt(graph, edge).to;
  return things.some((thing) => {
    if (thing.isHeld && thing.node === join) return false;
    return agree(thing.tag, union) && hasPath(graph, { thing, edge, union });
  });
}

/** True when a path from the thing ends with the edge and starts no other round of a loop in the union. */
function hasPath(
  graph: OracleGraph,
  { thing, edge, union }: { thing: AliveThing; edge: number; union: Tag },
): boolean {
  const startsOtherRound = (node: number): boolean => union[node] !== undefined;
  if (thing.isHeld && startsOtherRound(thing.node)) return false;
  const passed = [thing.node];
  for (const node of passed) {
    for (const [index, { from, to }] of graph.edges.entries()) {
      if (from !== node) continue;
      if (index === edge) return true;
      if (!startsOtherRound(to) && !passed.includes(to)) passed.push(to);
    }
  }
  return false;
}
