// A node is activated, unless an input is missing or a limit refuses the step.
import type { Cause, Derived } from '../../derived.ts';
import type { GraphEdge, GraphNode } from '../../graph/graph.ts';
import { cover } from '../../joins/covered.ts';
import { setOwn, type Json, type JsonObject } from '../../json.ts';
import type { Activation } from '../../state/living.ts';
import { addAlive, extraOf, nodeStateOf } from '../../state/node-state.ts';
import { acquireTag, roundOf, withRound, type Tag } from '../../tags/tag.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { countStep } from '../limits/counts.ts';

export interface Reason {
  readonly tag: Tag;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
  readonly causes: readonly Cause[];
  readonly handOff?: boolean;
  /** What came on which edge, where a required input may be a context, which has no value. */
  readonly parts?: readonly Part[] | undefined;
}

/** What came on one edge. */
export interface Part {
  readonly edge: GraphEdge;
  readonly value: Json | undefined;
  readonly context: string | null;
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

/** Of the loops that the node is in; its tag also names those that it came through, however many. */
function namedRounds({ node, tag }: Activation): { [head: string]: number } {
  const rounds: { [head: string]: number } = {};
  for (const { index, head } of node.loops) {
    const round = roundOf(tag, index);
    if (round !== undefined) setOwn(rounds, head.id, round);
  }
  return rounds;
}

function missingInput(node: GraphNode, reason: Reason): string | null {
  if (node.required.length === 0 && node.requireOneOf.length === 0) return null;
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
