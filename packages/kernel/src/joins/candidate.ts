// Which held tokens would go together if the join ran now (SPEC K29).
import type { GraphEdge } from '../graph/graph.ts';
import type { HeldGroup, Token } from '../state/living.ts';
import { agree, uniteTags, type Tag } from '../tags/tag.ts';
import { findAgreeing } from '../tags/tag-index.ts';

/** One way to run a join: the token it starts from and what goes with it. */
export interface Candidate {
  readonly start: Token;
  readonly picks: readonly Token[];
  readonly union: Tag;
  /** Edges without a pick. */
  readonly missing: readonly GraphEdge[];
}

/** For a group that no other group can interfere with. */
export function aloneCandidate(group: HeldGroup): Candidate {
  const { joinEdges, needed, join } = group.join.node;
  const picks: Token[] = [];
  const missing: GraphEdge[] = [];
  let start: Token | null = null;
  for (const tokens of group.bySlot.values()) {
    const token = tokens[0] as Token;
    if (start === null || token.order < start.order) start = token;
  }
  // The oldest is always among the picks, also where fewer than all are needed.
  let others = join === 'n-of' ? needed - 1 : joinEdges.length;
  for (const edge of joinEdges) {
    const token = group.bySlot.get(edge.slot)?.[0];
    if (token === undefined) missing.push(edge);
    else if (token === start) picks.push(token);
    else if (others > 0) {
      picks.push(token);
      others--;
    }
  }
  return { start: start as Token, picks, union: group.tag, missing };
}

/** Of each edge only the oldest token counts: the others of the group have the same tag and arrived after it. */
export function firstTokens(group: HeldGroup): readonly Token[] {
  return [...group.bySlot.values()]
    .map((tokens) => tokens[0] as Token)
    .toSorted((a, b) => a.order - b.order);
}

export function mixedCandidate(group: HeldGroup, start: Token): Candidate {
  const { joinEdges, needed, join } = group.join.node;
  const others = agreeingGroups(group);
  const picks: Token[] = [];
  const missing: GraphEdge[] = [];
  let union = start.tag;
  let left = join === 'n-of' ? needed - 1 : joinEdges.length;
  for (const edge of joinEdges) {
    if (edge === start.edge) {
      picks.push(start);
      continue;
    }
    let oldest: Token | null = null;
    for (const other of others) {
      const token = other.bySlot.get(edge.slot)?.[0];
      if (token === undefined || !agree(token.tag, union)) continue;
      if (oldest === null || token.order < oldest.order) oldest = token;
    }
    if (oldest === null) missing.push(edge);
    else if (left > 0) {
      picks.push(oldest);
      union = uniteTags(union, oldest.tag);
      left--;
    }
  }
  return { start, picks, union, missing };
}

function agreeingGroups(group: HeldGroup): readonly HeldGroup[] {
  const { byTag } = group.join;
  if (byTag === null) return [group];
  const found: HeldGroup[] = [];
  findAgreeing(byTag, group.tag, (other) => {
    found.push(other);
    return false;
  });
  return found;
}
