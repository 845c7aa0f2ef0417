// Joins that always settle
// Finds the next join that can run, or the next token that never can: SPEC K26–K29. Only groups whose situation changed
// are examined; each of the others watches one living thing that can still deliver what it lacks.
//
// J1. Every group of held tokens is dirty, a suspect, or watches something alive.
// J2. A watch is dropped when its thing has ended; the group is then dirty.
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import { popDirty, pushDirty } from '../state/dirty-heap.ts';
import type { HeldGroup, Pool, Token, Watch } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';
import type { Tag } from '../tags/tag.ts';
import { aloneCandidate, firstTokens, mixedCandidate, type Candidate } from './candidate.ts';
import { findFeeder } from './find-feeder.ts';
import { findUngrounded } from './find-ungrounded.ts';
import { followWatch } from './follow-watch.ts';
import { isMixed, unwatch } from './hold-token.ts';
import { pooledTokens, poolUnion } from './pool.ts';

export type Settled =
  | { readonly kind: 'run'; readonly picks: readonly Token[]; readonly union: Tag }
  | { readonly kind: 'drop'; readonly token: Token };

export function nextSettled(graph: Graph, state: RunState): Settled | null {
  for (
    let group = popDirty(state.joins.dirty);
    group !== undefined;
    group = popDirty(state.joins.dirty)
  ) {
    if (group.bySlot.size === 0) continue;
    const settled = tryGroup(graph, state, group);
    if (settled !== null) return settled;
  }
  return resolveUngrounded(graph, state);
}

function tryGroup(graph: Graph, state: RunState, group: HeldGroup): Settled | null {
  const { pool, node } = group.join;
  if (pool !== null && node.join === 'all') return tryPool(graph, state, pool);
  return isMixed(group) ? tryMixed(graph, state, group) : tryAlone(graph, state, group);
}

function tryPool(graph: Graph, state: RunState, pool: Pool): Settled | null {
  const { lead, bySlot } = pool;
  const union = poolUnion(state.tags, pool);
  if (tryEdges(graph, state, lead, { bySlot, union })) return null;
  return { kind: 'run', picks: pooledTokens(pool), union };
}

/** No other group can interfere, so all its tokens share one outcome and the oldest decides for them. */
function tryAlone(graph: Graph, state: RunState, group: HeldGroup): Settled | null {
  const { node } = group.join;
  if (node.join === 'n-of') {
    unwatch(group);
    return tryCandidate(graph, state, group, aloneCandidate(group));
  }
  if (tryEdges(graph, state, group, { bySlot: group.bySlot, union: group.tag })) return null;
  const { picks, union } = aloneCandidate(group);
  return { kind: 'run', picks, union };
}

/** Looks for one edge that can still be fed, from where the last search stopped; true when it waits for one. */
function tryEdges(
  graph: Graph,
  state: RunState,
  group: HeldGroup,
  { bySlot, union }: { readonly bySlot: ReadonlyMap<number, unknown>; readonly union: Tag },
): boolean {
  const [old] = group.watches;
  unwatch(group);
  if (old !== undefined && !bySlot.has(old.slot)) {
    const followed = followWatch(state, old, union);
    if (followed !== null) {
      watch(graph, state, group, followed.watch, followed.held);
      return true;
    }
  }
  const edges = group.join.node.joinEdges;
  // The last edge first: branches mostly end in the order in which they started, and the watched thing should live long.
  for (; group.cursor < edges.length; group.cursor++) {
    const edge = edges[edges.length - 1 - group.cursor] as GraphEdge;
    if (bySlot.has(edge.slot)) continue;
    const feeder = findFeeder(graph, state, { edge, union });
    if (feeder === null) continue;
    const { thing, path, held } = feeder;
    watch(graph, state, group, { thing, path, passed: 0, slot: edge.slot, union }, held);
    return true;
  }
  return false;
}

/**
 * Tokens of groups with different tags may go together: each is tried by itself, in the order of arrival over all groups
 * of the join that are to be tried.
 */
function tryMixed(graph: Graph, state: RunState, group: HeldGroup): Settled | null {
  const groups = [group];
  while (state.joins.dirty[0]?.join === group.join)
    groups.push(popDirty(state.joins.dirty) as HeldGroup);
  for (const each of groups) unwatch(each);
  const starts = groups
    .flatMap((each) => firstTokens(each).map((start) => ({ start, group: each })))
    .toSorted((a, b) => a.start.order - b.start.order);
  for (const { start, group: each } of starts) {
    const settled = tryCandidate(graph, state, each, mixedCandidate(each, start));
    if (settled === null) continue;
    for (const again of groups) pushDirty(state.joins.dirty, again);
    return settled;
  }
  return null;
}

function tryCandidate(
  graph: Graph,
  state: RunState,
  group: HeldGroup,
  candidate: Candidate,
): Settled | null {
  const { join, needed, joinEdges } = group.join.node;
  const { picks, union, missing, start } = candidate;
  const wanted = join === 'n-of' ? needed : joinEdges.length;
  if (picks.length >= wanted) return { kind: 'run', picks, union };
  // `all` waits while one edge can still be fed, `n-of` while enough of them can.
  const fedNeeded = join === 'n-of' ? wanted - picks.length : 1;
  let fed = 0;
  for (const edge of missing) {
    const feeder = findFeeder(graph, state, { edge, union });
    if (feeder === null) continue;
    const { thing, path, held } = feeder;
    watch(graph, state, group, { thing, path, passed: 0, slot: edge.slot, union }, held);
    if (++fed === fedNeeded) return null;
  }
  return join === 'n-of' ? { kind: 'drop', token: start } : { kind: 'run', picks, union };
}

function watch(graph: Graph, state: RunState, group: HeldGroup, found: Watch, held: boolean): void {
  group.watches.push(found);
  (found.thing.watchers ??= new Set()).add(group);
  // A cycle needs a loop, and a group that waits for this one in turn.
  if (held && graph.loops.length > 0 && isWatched(group)) state.joins.suspects.add(group);
}

function isWatched(group: HeldGroup): boolean {
  const { pool } = group.join;
  if (pool !== null) return [...pool.bySlot.values()].some(hasWatchers);
  return [...group.bySlot.values()].some((tokens) => tokens.some(hasWatchers));
}

function hasWatchers({ watchers }: Token): boolean {
  return watchers !== null && watchers.size > 0;
}

/**
 * Groups that wait only for each other would wait forever: one of them proceeds with what it has. Searched for only after
 * everything else has been tried.
 */
function resolveUngrounded(graph: Graph, state: RunState): Settled | null {
  if (state.joins.suspects.size === 0) return null;
  const awaited = new Map<HeldGroup, readonly HeldGroup[]>();
  for (const suspect of state.joins.suspects) {
    const others = findUngrounded(graph, state, suspect);
    if (others === null) {
      state.joins.suspects.delete(suspect);
      continue;
    }
    for (const group of others) {
      if (!awaited.has(group)) awaited.set(group, findUngrounded(graph, state, group) ?? []);
    }
  }
  const first = firstInCircle(awaited);
  if (first === null) return null;
  const start = firstTokens(first)[0] as Token;
  const { picks, union } = mixedCandidate(first, start);
  return first.join.node.join === 'n-of'
    ? { kind: 'drop', token: start }
    : { kind: 'run', picks, union };
}

/**
 * The first group whose cycle waits for nothing else, at a join that no other join of the cycle leads to without a loop
 * edge: a group that waits from outside, or further down, may still get what it waits for.
 */
function firstInCircle(awaited: ReadonlyMap<HeldGroup, readonly HeldGroup[]>): HeldGroup | null {
  let first: HeldGroup | null = null;
  for (const [group, others] of awaited) {
    if (!others.every((other) => awaited.get(other)?.length === others.length)) continue;
    const above = nodesAbove(group.join.node);
    const isDown = others.some(({ join }) => join !== group.join && above.has(join.node));
    if (!isDown && (first === null || comesBefore(group, first))) first = group;
  }
  return first;
}

/** All nodes that lead to this one without a loop edge. */
function nodesAbove(node: GraphNode): ReadonlySet<GraphNode> {
  const found = new Set<GraphNode>([node]);
  for (const each of found) for (const { from } of each.joinEdges) found.add(from);
  return found;
}

function comesBefore(left: HeldGroup, right: HeldGroup): boolean {
  const byJoin = left.join.node.index - right.join.node.index;
  return byJoin === 0 ? left.arrival < right.arrival : byJoin < 0;
}
