// What a join holds
// Tokens that arrived at an `all` or `n-of` node and wait for others, grouped by tag. Everything but the tokens
// themselves is a cache that `loadState` rebuilds.
import type { GraphEdge, GraphNode } from '../graph/graph.ts';
import type { Activation, Token } from './run-state.ts';
import type { Tag } from '../tags/tag.ts';
import type { TagIndex } from '../tags/tag-index.ts';

export interface JoinState {
  readonly node: GraphNode;
  readonly groups: Map<Tag, HeldGroup>;
  /** Only while there is more than one group. */
  byTag: TagIndex<HeldGroup> | null;
  pool: Pool | null;
}

/** All tokens of a join whose tokens all agree, at most one per edge. */
export interface Pool {
  /** The first group; it watches and is dirty for all. */
  readonly lead: HeldGroup;
  /** All rounds that the tokens name, by loop. */
  readonly rounds: Map<number, number>;
  readonly bySlot: Map<number, Token>;
  /** The union of the tags as far as somebody asked for it, and the tags that are not in it yet. */
  union: Tag;
  readonly unmerged: Tag[];
}

export interface HeldGroup {
  readonly join: JoinState;
  readonly tag: Tag;
  /** By slot of the edge: tokens in the order of arrival. */
  readonly bySlot: Map<number, Token[]>;
  /** Why it does not run yet: for each try that was blocked, the living thing it waits for. */
  watches: Watch[];
  /** So many edges, from the last one on, have a token or can get none any more. */
  cursor: number;
  /** When its oldest token arrived. */
  arrival: number;
  /** `arrival` at the time when it was put into the heap. */
  key: number;
  /** In the heap of groups to try again. */
  dirty: boolean;
}

export interface Watch {
  readonly thing: Activation | Token;
  /** The edges from the thing to the join that it may still travel. */
  readonly path: readonly GraphEdge[];
  /** How many edges of the path lie behind the thing. */
  readonly passed: number;
  readonly slot: number;
  /** The rounds that the picked tokens name. */
  readonly union: Tag;
}
