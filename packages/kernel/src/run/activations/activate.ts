// What activates a node: one token, a loop edge, or the tokens that a join picked.
import type { GraphEdge, GraphNode } from '../../graph/graph.ts';
import { removeTokens } from '../../joins/hold-token.ts';
import { newestAgreeing } from '../../joins/kept-values.ts';
import { ownValue, setOwn, type Json, type JsonObject } from '../../json.ts';
import { MAIN_CONTEXT } from '../../state/contexts.ts';
import type { Activation, Token } from '../../state/living.ts';
import { addRounds, carriesAll, livingPart, uniteTags, type Tag } from '../../tags/tag.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { createActivation, type Part } from './create-activation.ts';

/** Before, only what a join started absorbed held tokens, not the round of a loop edge (SPEC K3000). */
const ROUNDS_ABSORB_SINCE = 8;

/** The token alone: `each`, `once`, `any`, and `all` with one edge. */
export function activateByToken(batch: Batch, token: Token): Activation | null {
  const inputs: { [port: string]: Json } = {};
  if (token.value !== undefined) setOwn(inputs, token.edge.in, token.value);
  return createActivation(batch, token.edge.to, {
    tag: token.tag,
    inputs,
    previous: token.value,
    context: token.context ?? MAIN_CONTEXT,
    causes: [token.cause],
    parts: hasRequirements(token.edge.to) ? [token] : undefined,
  });
}

/** A loop edge starts a round with the newest agreeing values of the head's other edges. */
export function activateByLoop(batch: Batch, token: Token): Activation | null {
  const { to } = token.edge;
  const kept = takeKept(batch, to.joinEdges, token.tag);
  const parts = [...kept.parts, { edge: token.edge, value: token.value, context: token.context }];
  const activation = createActivation(batch, to, {
    tag: kept.union,
    inputs: inputsFrom(parts),
    previous: token.value,
    context: contextFrom(parts),
    causes: [token.cause],
    parts,
  });
  const absorbs = to.join === 'n-of' && batch.state.origin.rules >= ROUNDS_ABSORB_SINCE;
  if (absorbs && activation !== null) absorbCovered(batch, to, activation.tag);
  return activation;
}

/** What a join picked, and for `all` the kept values of the edges that brought nothing. */
export function activateByJoin(
  batch: Batch,
  picks: readonly Token[],
  picked: Tag,
): Activation | null {
  const node = (picks[0] as Token).edge.to;
  let union = picked;
  let parts: readonly Part[] = picks;
  if (node.join === 'all' && picks.length < node.joinEdges.length) {
    const slots = new Set(picks.map((token) => token.edge.slot));
    const others = node.joinEdges.filter((edge) => !slots.has(edge.slot));
    const kept = takeKept(batch, others, picked);
    ({ union } = kept);
    // Kept values first: what was picked overwrites them in the same port.
    parts = [...kept.parts, ...picks];
  }
  const inputs = inputsFrom(parts);
  const port = onlyPort(node);
  const activation = createActivation(batch, node, {
    tag: union,
    inputs,
    previous: port === null ? inputs : ownValue(inputs, port),
    context: contextFrom(parts),
    causes: picks.map((token) => token.cause),
    parts,
  });
  removeTokens(batch.state, picks);
  if (node.join === 'n-of' && activation !== null) absorbCovered(batch, node, activation.tag);
  return activation;
}

/** The one port that values come to, ignoring edges that carry the context; null when there are several. */
function onlyPort({ joinEdges }: GraphNode): string | null {
  let only: string | null = null;
  for (const edge of joinEdges) {
    if (edge.carry === 'context') continue;
    if (only !== null && only !== edge.in) return null;
    only = edge.in;
  }
  return only ?? '';
}

function takeKept(
  batch: Batch,
  edges: readonly GraphEdge[],
  picked: Tag,
): { readonly parts: Part[]; readonly union: Tag } {
  const { state } = batch;
  const parts: Part[] = [];
  // Rounds that are over are in no tag, but two kept values must not come from different rounds.
  const rounds = new Map<number, number>();
  let union = picked;
  for (const edge of edges) {
    const kept = newestAgreeing(state.joins.kept.get(edge.index), union);
    if (kept === null) continue;
    if (!carriesAll(union, kept.tag)) {
      if (!addRounds(rounds, kept.tag)) continue;
      union = uniteTags(union, livingPart(state.tags, kept.tag));
    }
    parts.push({ edge, value: kept.value, context: kept.context });
  }
  return { parts, union };
}

/** By port in definition order of the edges; of several values in one port the last given wins. */
function inputsFrom(parts: readonly Part[]): JsonObject {
  const inputs: { [port: string]: Json } = {};
  const ordered = inOrder(parts);
  for (const part of ordered) {
    if (part.value !== undefined) setOwn(inputs, part.edge.in, part.value);
  }
  if (ordered === parts) return inputs;
  for (const part of parts) if (part.value !== undefined) setOwn(inputs, part.edge.in, part.value);
  return inputs;
}

function inOrder(parts: readonly Part[]): readonly Part[] {
  for (let i = 1; i < parts.length; i++) {
    if ((parts[i] as Part).edge.index < (parts[i - 1] as Part).edge.index) {
      return parts.toSorted((a, b) => a.edge.index - b.edge.index);
    }
  }
  return parts;
}

function contextFrom(parts: readonly Part[]): string {
  return parts.findLast((part) => part.context !== null)?.context ?? MAIN_CONTEXT;
}

/** Tokens that are still held, but whose rounds this activation covers. */
function absorbCovered(batch: Batch, node: GraphNode, tag: Tag): void {
  const join = batch.state.joins.held.get(node.index);
  if (join === undefined) return;
  const covered = [...join.groups.values()]
    .filter((group) => carriesAll(tag, group.tag))
    .flatMap((group) => [...group.bySlot.values()].flat());
  for (const token of covered) {
    derive(batch, { type: 'token.absorbed', edge: token.edge.id, node: node.id, by: 'n-of' });
  }
  removeTokens(batch.state, covered);
}

function hasRequirements({ required, requireOneOf }: GraphNode): boolean {
  return required.length > 0 || requireOneOf.length > 0;
}
