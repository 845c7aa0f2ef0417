// A node is activated: by an entry, by one token, or by the tokens that a join picked.
import { ownValue, setOwn, type Json, type JsonObject } from '../../json.ts';
import type { GraphEdge, GraphNode } from '../../graph/graph.ts';
import { cover } from '../../joins/covered.ts';
import { removeTokens } from '../../joins/hold-token.ts';
import { newestAgreeing } from '../../joins/kept-values.ts';
import {
  acquireTag,
  addRounds,
  carriesAll,
  livingPart,
  roundOf,
  uniteTags,
  withRound,
  type Tag,
} from '../../tags/tag.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { MAIN_CONTEXT } from '../../state/contexts.ts';
import type { Derived } from '../../derived.ts';
import { countStep } from '../limits/limits.ts';
import { addAlive, extraOf, nodeStateOf } from '../../state/node-state.ts';
import type { Activation, Cause, Token } from '../../state/run-state.ts';

export interface Reason {
  readonly tag: Tag;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
  readonly causes: readonly Cause[];
  readonly handOff?: boolean;
  /** What came on which edge, where a required input may be a context, which is no value. */
  readonly parts?: readonly Part[] | undefined;
}

/** Null when the node is skipped, or when a limit refuses the step. */
export function createActivation(batch: Batch, node: GraphNode, reason: Reason): Activation | null {
  const { state } = batch;
  const skip = missingInput(node, reason);
  if (skip !== null) {
    // Only the reason: whether the node shows `skipped` depends on what may still reach it (SPEC K56).
    nodeStateOf(state, node).skipReason = skip;
    derive(batch, { type: 'node.skipped', node: node.id, reason: skip });
    return null;
  }
  if (!node.derived && reason.handOff !== true && !countStep(batch, node, reason.context)) {
    return null;
  }
  const owner = nodeStateOf(state, node);
  let { tag } = reason;
  if (node.headOf !== null) {
    const { index } = node.headOf;
    const round = (state.rounds.get(index) ?? 0) + 1;
    state.rounds.set(index, round);
    tag = withRound(tag, index, round);
  }
  acquireTag(state.tags, tag);
  const activation: Activation = {
    node,
    owner,
    n: ++owner.count,
    born: ++state.order,
    status: 'ready',
    tag,
    inputs: reason.inputs,
    previous: reason.previous,
    context: reason.context,
    causes: reason.causes,
    attempt: 0,
    config: null,
    startedAt: null,
    position: 0,
    watchers: null,
    extra: null,
  };
  if (reason.handOff === true) extraOf(activation).handOff = true;
  addAlive(state, owner, activation);
  if (node.join === 'any' || node.join === 'n-of') cover(state, node.index, tag);
  if (batch.isWatched) derive(batch, created(activation));
  return activation;
}

function created(activation: Activation): Derived {
  const { node, n, causes, inputs } = activation;
  const base = {
    type: 'activation.created',
    node: node.id,
    activation: n,
    causedBy: causes,
    inputs,
  } as const;
  return node.loops.length === 0 ? base : { ...base, rounds: namedRounds(activation) };
}

/** Of the loops that the node is in; its tag names those it came through as well, however many. */
function namedRounds({ node, tag }: Activation): { [head: string]: number } {
  const rounds: { [head: string]: number } = {};
  for (const { index, head } of node.loops) {
    const round = roundOf(tag, index);
    if (round !== undefined) setOwn(rounds, head.id, round);
  }
  return rounds;
}

function missingInput(node: GraphNode, reason: Reason): string | null {
  for (const port of node.required) {
    if (!hasInput(reason, port)) return `required input "${port}" has no value`;
  }
  for (const ports of node.requireOneOf) {
    if (!ports.some((port) => hasInput(reason, port))) {
      return `none of the inputs ${ports.map((port) => `"${port}"`).join(', ')} has a value`;
    }
  }
  return null;
}

function hasInput({ inputs, parts }: Reason, port: string): boolean {
  if (Object.hasOwn(inputs, port) && inputs[port] !== null) return true;
  return parts?.some(({ edge, context }) => context !== null && edge.in === port) ?? false;
}

function hasRequirements({ required, requireOneOf }: GraphNode): boolean {
  return required.length > 0 || requireOneOf.length > 0;
}

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
  return createActivation(batch, to, {
    tag: kept.union,
    inputs: inputsFrom(parts),
    previous: token.value,
    context: contextFrom(parts),
    causes: [token.cause],
    parts,
  });
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

/** The one port that values come to, edges that carry the context aside; null when there are several. */
function onlyPort({ joinEdges }: GraphNode): string | null {
  let only: string | null = null;
  for (const edge of joinEdges) {
    if (edge.carry === 'context') continue;
    if (only !== null && only !== edge.in) return null;
    only = edge.in;
  }
  return only ?? '';
}

interface Part {
  readonly edge: GraphEdge;
  readonly value: Json | undefined;
  readonly context: string | null;
}

function takeKept(
  batch: Batch,
  edges: readonly GraphEdge[],
  picked: Tag,
): { readonly parts: Part[]; readonly union: Tag } {
  const { state } = batch;
  const parts: Part[] = [];
  // Rounds that are over are in no tag, but two kept values must not come from different ones.
  const rounds = new Map<number, number>();
  let union = picked;
  for (const edge of edges) {
    const kept = newestAgreeing(state.kept.get(edge.index), union);
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

/** Tokens that are still held, but whose rounds this activation has answered for. */
function absorbCovered(batch: Batch, node: GraphNode, tag: Tag): void {
  const join = batch.state.joins.get(node.index);
  if (join === undefined) return;
  const covered = [...join.groups.values()]
    .filter((group) => carriesAll(tag, group.tag))
    .flatMap((group) => [...group.bySlot.values()].flat());
  for (const token of covered) {
    derive(batch, { type: 'token.absorbed', edge: token.edge.id, node: node.id, by: 'n-of' });
  }
  removeTokens(batch.state, covered);
}
