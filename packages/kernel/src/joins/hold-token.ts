// Puts tokens into a join and removes them again.
import { pushDirty, wakeWatchers } from '../state/dirty-heap.ts';
import type { HeldGroup, JoinState, Pool, Token } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';
import { releaseTag, type Tag } from '../tags/tag.ts';
import { addToIndex, createTagIndex, findAgreeing, removeFromIndex } from '../tags/tag-index.ts';
import { addToPool, createPool, isStillAwaited } from './pool.ts';

/**
 * Holds the token and marks which groups must be tried again. Returns the group when it has become complete and no other
 * group could interfere, so that it can run where its last token arrived.
 */
export function holdToken(state: RunState, token: Token): HeldGroup | null {
  const join = joinState(state, token);
  const group = groupFor(join, token);
  const { slot } = token.edge;
  const tokens = group.bySlot.get(slot);
  if (tokens === undefined) group.bySlot.set(slot, [token]);
  else tokens.push(token);
  if (join.pool !== null) {
    if (addToPool(join.pool, token)) return holdInPool(state, join.pool, token);
    leavePool(state, join);
  }
  if (isMixed(group)) {
    markAgreeing(state, join, group.tag);
    return null;
  }
  if (join.node.join === 'all' && group.bySlot.size === join.node.joinEdges.length) return group;
  // The group does not wait for this edge, and nothing else has changed for it.
  const watched = group.watches.length > 0 && !group.watches.some((watch) => watch.slot === slot);
  if (!watched || join.node.join === 'n-of') pushDirty(state.joins.dirty, group);
  return null;
}

function holdInPool(state: RunState, pool: Pool, token: Token): HeldGroup | null {
  const { lead } = pool;
  const { join, joinEdges } = lead.join.node;
  if (join === 'all' && pool.bySlot.size === joinEdges.length) return lead;
  const [watch] = lead.watches;
  const waits =
    join === 'all' &&
    watch !== undefined &&
    watch.slot !== token.edge.slot &&
    isStillAwaited(watch, token.tag);
  if (!waits) pushDirty(state.joins.dirty, lead);
  return null;
}

/** From now on each group is tried by itself. */
export function leavePool(state: RunState, join: JoinState): void {
  join.pool = null;
  for (const group of join.groups.values()) {
    group.cursor = 0;
    unwatch(group);
    pushDirty(state.joins.dirty, group);
  }
}

function joinState(state: RunState, token: Token): JoinState {
  const { to } = token.edge;
  let join = state.joins.held.get(to.index);
  if (join === undefined) {
    join = { node: to, groups: new Map(), byTag: null, pool: null };
    state.joins.held.set(to.index, join);
  }
  return join;
}

function groupFor(join: JoinState, token: Token): HeldGroup {
  let group = join.groups.get(token.tag);
  if (group === undefined) {
    group = {
      join,
      tag: token.tag,
      bySlot: new Map(),
      watches: [],
      cursor: 0,
      arrival: token.order,
      key: token.order,
      dirty: false,
    };
    if (join.groups.size === 0) join.pool = createPool(group);
    join.groups.set(token.tag, group);
    if (join.byTag !== null) addToIndex(join.byTag, group.tag, group);
    else if (join.groups.size > 1) indexGroups(join);
  }
  return group;
}

function indexGroups(join: JoinState): void {
  join.byTag = createTagIndex();
  for (const group of join.groups.values()) addToIndex(join.byTag, group.tag, group);
}

/** Whether tokens of other groups of the join could be picked together with this one's. */
export function isMixed(group: HeldGroup): boolean {
  const { byTag, groups } = group.join;
  if (byTag === null || groups.size < 2) return false;
  return findAgreeing(byTag, group.tag, (other) => other !== group);
}

export function markAgreeing(state: RunState, join: JoinState, tag: Tag): void {
  if (join.byTag === null) {
    for (const group of join.groups.values()) pushDirty(state.joins.dirty, group);
    return;
  }
  findAgreeing(join.byTag, tag, (group) => {
    pushDirty(state.joins.dirty, group);
    return false;
  });
}

/** Removes tokens from the join: they were picked, absorbed, dropped or cancelled. Their tags are released. */
export function removeTokens(state: RunState, tokens: readonly Token[]): void {
  const changed = new Set<HeldGroup>();
  const [first] = tokens;
  const join = first === undefined ? undefined : state.joins.held.get(first.edge.to.index);
  if (join?.pool?.bySlot.size === tokens.length) return removeJoin(state, join, tokens);
  for (const token of tokens) {
    const group = state.joins.held.get(token.edge.to.index)?.groups.get(token.tag);
    const queue = group?.bySlot.get(token.edge.slot);
    if (group === undefined || queue === undefined) continue;
    if (queue[0] === token) queue.shift();
    else queue.splice(queue.indexOf(token), 1);
    if (queue.length === 0) group.bySlot.delete(token.edge.slot);
    changed.add(group);
    wakeWatchers(state, token);
  }
  for (const group of changed) regroup(state, group);
  for (const token of tokens) releaseTag(state.tags, token.tag);
}

/** Removes everything that the join holds, in one step. */
function removeJoin(state: RunState, join: JoinState, tokens: readonly Token[]): void {
  state.joins.held.delete(join.node.index);
  for (const group of join.groups.values()) {
    unwatch(group);
    group.bySlot.clear();
    state.joins.suspects.delete(group);
  }
  for (const token of tokens) {
    wakeWatchers(state, token);
    releaseTag(state.tags, token.tag);
  }
}

function regroup(state: RunState, group: HeldGroup): void {
  const { join } = group;
  group.cursor = 0;
  unwatch(group);
  if (group.bySlot.size === 0) {
    join.groups.delete(group.tag);
    state.joins.suspects.delete(group);
    if (join.byTag !== null) removeFromIndex(join.byTag, group.tag, group);
    if (join.groups.size === 0) {
      state.joins.held.delete(join.node.index);
      return;
    }
  } else group.arrival = oldestArrival(group);
  if (join.pool !== null) leavePool(state, join);
  markAgreeing(state, join, group.tag);
}

function oldestArrival(group: HeldGroup): number {
  let oldest = Infinity;
  for (const tokens of group.bySlot.values()) {
    oldest = Math.min(oldest, (tokens[0] as Token).order);
  }
  return oldest;
}

export function unwatch(group: HeldGroup): void {
  for (const watch of group.watches) watch.thing.watchers?.delete(group);
  group.watches = [];
}
