// Activate
// Starts activations: collects the kept values, numbers the round, absorbs what an `n-of` activation covers.

import { edgeAt, isHead, joinEdges, nodeAt } from './oracle-graph.ts';
import { isRoundAlive, type Activation, type OracleState, type Token } from './oracle-state.ts';
import { agree, carriesAll, roundsOf, union, type Tag } from './tag.ts';

interface Start {
  readonly node: number;
  readonly cause: Activation['cause'];
  /** The tokens that it consumes. */
  readonly tokens: readonly Token[];
  /** Whether edges that delivered no token give their newest agreeing value. */
  readonly withKept: boolean;
}

export function activate(state: OracleState, { node, cause, tokens, withKept }: Start): void {
  const kept = withKept ? keptValues(state, node, tokens) : { inputs: {}, tag: unionOf(tokens) };
  const picked = Object.fromEntries(
    tokens.map(({ edge, value }) => [edge, { value, kept: false }]),
  );
  const n = state.activations.filter((earlier) => earlier.node === node).length + 1;
  // Each activation of a head is a new round, so the number of the activation is the number of the round.
  const tag = isHead(state.graph, node) ? { ...kept.tag, [node]: n } : kept.tag;
  const activation = { node, n, tag, inputs: { ...kept.inputs, ...picked }, cause };
  state.activations.push(activation);
  state.alive.push(activation);
  state.held = state.held.filter((token) => !tokens.includes(token) && !isAbsorbed(state, token));
}

export function unionOf(tokens: readonly Token[]): Tag {
  return tokens.map(({ tag }) => tag).reduce(union, {});
}

/** True when an activation of this node carries all rounds of the tag. */
export function isCovered(state: OracleState, node: number, tag: Tag): boolean {
  return state.activations.some(
    (activation) => activation.node === node && carriesAll(activation.tag, tag),
  );
}

function isAbsorbed(state: OracleState, token: Token): boolean {
  const node = edgeAt(state.graph, token.edge).to;
  return nodeAt(state.graph, node).join === 'n-of' && isCovered(state, node, token.tag);
}

function keptValues(
  state: OracleState,
  node: number,
  tokens: readonly Token[],
): Pick<Activation, 'inputs' | 'tag'> {
  const inputs: Record<number, { value: string; kept: true }> = {};
  let tag = unionOf(tokens);
  // Includes rounds that are over: they are in no tag, but two kept values must not come from different ones.
  let all = tag;
  for (const edge of joinEdges(state.graph, node)) {
    if (tokens.some((token) => token.edge === edge)) continue;
    const soFar = tag;
    const newest = state.delivered.findLast(
      (token) => token.edge === edge && agree(token.tag, soFar),
    );
    if (newest === undefined || !agree(newest.tag, all)) continue;
    all = union(all, newest.tag);
    inputs[edge] = { value: newest.value, kept: true };
    const aliveRounds = roundsOf(newest.tag).filter(([loop, round]) =>
      isRoundAlive(state, loop, round),
    );
    tag = union(tag, Object.fromEntries(aliveRounds));
  }
  return { inputs, tag };
}
