// What an edge delivered earlier
// A join that lacks a token of its own round takes the newest earlier value that agrees (SPEC K27). An edge keeps only its
// newest value per combination of rounds that are still alive; rounds that are over count as one.
import type { GraphEdge } from '../graph/graph.ts';
import type { Token } from '../state/living.ts';
import type { KeptValue, KeptValues, RunState } from '../state/run-state.ts';
import { agree, carriesAll, isRoundAlive, ROUND_OVER, roundsOf, type Tag } from '../tags/tag.ts';
import { addToIndex, createRecordIndex, findAgreeing } from '../tags/tag-index.ts';

/** Below this many values a scan from the newest is faster than an index. */
const SCAN_MAX = 16;

/** Whether anything can ask for earlier values of this edge. */
export function keepsValues(edge: GraphEdge): boolean {
  const { to } = edge;
  if (edge.loop) return false;
  return to.headOf !== null || (to.join === 'all' && to.joinEdges.length > 1);
}

export function keepValue(state: RunState, token: Token): void {
  const { tag } = token;
  // The token itself: what is read from it later never changes.
  const item: KeptValue = token;
  const kept = state.joins.kept.get(token.edge.index);
  if (kept === undefined) {
    state.joins.kept.set(token.edge.index, { items: [item], byTag: null });
    return;
  }
  const newest = kept.items.at(-1);
  if (newest !== undefined && newest.tag === tag) {
    kept.items[kept.items.length - 1] = item;
    kept.byTag = null;
    return;
  }
  kept.items.push(item);
  if (kept.byTag !== null) addToIndex(kept.byTag, tag, item);
  const { length } = kept.items;
  // Doubling keeps the cost per value constant however many rounds stay alive.
  if (length >= SCAN_MAX && (length & (length - 1)) === 0) prune(state, kept);
}

/**
 * A cancelled token's value must not come back as an earlier one; nor one of the same rounds that it had replaced, whether
 * or not it has already been pruned.
 */
export function forgetValue(state: RunState, token: Token): void {
  const kept = state.joins.kept.get(token.edge.index);
  if (kept === undefined) return;
  const { tag, order } = token;
  const isReplaced = (item: KeptValue): boolean =>
    item.order <= order && item.tag.loops === tag.loops && carriesAll(item.tag, tag);
  kept.items = kept.items.filter((item) => !isReplaced(item));
  kept.byTag = null;
}

export function newestAgreeing(kept: KeptValues | undefined, tag: Tag): KeptValue | null {
  if (kept === undefined) return null;
  if (kept.items.length <= SCAN_MAX) {
    for (let i = kept.items.length - 1; i >= 0; i--) {
      const item = kept.items[i] as KeptValue;
      if (agree(item.tag, tag)) return item;
    }
    return null;
  }
  if (kept.byTag === null) {
    kept.byTag = createRecordIndex();
    for (const item of kept.items) addToIndex(kept.byTag, item.tag, item);
  }
  let newest: KeptValue | null = null;
  findAgreeing(kept.byTag, tag, (item) => {
    if (newest === null || item.order > newest.order) newest = item;
    return false;
  });
  return newest;
}

function prune(state: RunState, kept: KeptValues): void {
  kept.items = prunedValues(state, kept);
  kept.byTag = null;
}

export function prunedValues(state: RunState, kept: KeptValues): KeptValue[] {
  const seen = new Set<string>();
  const left: KeptValue[] = [];
  for (const item of kept.items.toReversed()) {
    const key = roundsOf(item.tag)
      .map(({ loop, round }) => `${loop}:${livingRound(state, loop, round)}`)
      .join();
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(item);
  }
  return left.reverse();
}

function livingRound(state: RunState, loop: number, round: number): number {
  return isRoundAlive(state.tags, loop, round) ? round : ROUND_OVER;
}
