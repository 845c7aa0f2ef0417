// Joins whose tokens all belong together
// While all held tokens agree with one another and no edge holds two, there is only one way to run the join: with all of
// them. Most joins never hold anything else, and each arrival then costs no more than its own tag.
import type { HeldGroup, Pool, Token, Watch } from '../state/living.ts';
import {
  addRounds,
  roundOf,
  roundsOf,
  tagOf,
  uniteTags,
  type Tag,
  type TagTable,
} from '../tags/tag.ts';

const MERGED_SINGLY_MAX = 4;

export function createPool(lead: HeldGroup): Pool {
  return { lead, rounds: new Map(), bySlot: new Map(), union: lead.tag, unmerged: [] };
}

/** False when the token disagrees with a held one, or arrives over an edge that has one: no longer a pool. */
export function addToPool(pool: Pool, token: Token): boolean {
  const { rounds, bySlot } = pool;
  if (bySlot.has(token.edge.slot)) return false;
  if (token.tag !== pool.lead.tag || bySlot.size === 0) {
    if (!addRounds(rounds, token.tag)) return false;
    pool.unmerged.push(token.tag);
  }
  bySlot.set(token.edge.slot, token);
  return true;
}

/** Created only when a search or a run needs it. */
export function poolUnion(table: TagTable, pool: Pool): Tag {
  const { unmerged, rounds } = pool;
  // Merged one by one, many unordered tags would each be inserted into the middle of a long one.
  if (unmerged.length > MERGED_SINGLY_MAX) pool.union = tagOf(table, rounds);
  else for (const tag of unmerged) pool.union = uniteTags(pool.union, tag);
  unmerged.length = 0;
  return pool.union;
}

/** Whether the thing that the pool waits for can still arrive although this tag has joined the pool. */
export function isStillAwaited(watch: Watch, tag: Tag): boolean {
  for (const { loop, round } of roundsOf(tag)) {
    const named = roundOf(watch.thing.tag, loop);
    if (named !== undefined && named !== round) return false;
  }
  return !startsNamedRound(watch, tag);
}

/** Whether the rest of the path leads through the head of a loop that the tag names. */
export function startsNamedRound({ path, passed }: Watch, tag: Tag): boolean {
  if (tag.parent === null) return false;
  for (let at = passed + 1; at < path.length; at++) {
    const head = path[at]?.from.headOf;
    if (head && roundOf(tag, head.index) !== undefined) return true;
  }
  return false;
}

export function pooledTokens({ bySlot }: Pool): Token[] {
  return [...bySlot.values()].toSorted((a, b) => a.edge.slot - b.edge.slot);
}
