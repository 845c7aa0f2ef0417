// Settle
// Tries the held tokens of `all` and `n-of` joins until none can run.
// S1. Held tokens are tried by the number of their join, then by arrival; after each change from the start.
// S2. A held token that waits, directly or through other held tokens, for no alive activation is not grounded.
//     When nothing else can happen, one of those that wait only for tokens which wait for it in turn is resolved: the
//     first at a join that no other join of its cycle leads to without a loop edge. So joins that wait only for each
//     other do not hang, and tokens that wait for such a cycle, from outside or further down in it, continue to wait.

import { activate, unionOf } from './activate.ts';
import { aliveActivations, aliveHeld, canBeFed, type AliveThing } from './feeding.ts';
import { edgeAt, joinEdges, leadsTo, nodeAt, type OracleNode } from './oracle-graph.ts';
import type { OracleState, Token } from './oracle-state.ts';
import { agree } from './tag.ts';

export function settle(state: OracleState): void {
  while (resolveFirstDecided(state) || resolveFirstUngrounded(state)) {
    // Each pass consumes a held token and creates none, so this ends.
  }
}

function resolveFirstDecided(state: OracleState): boolean {
  for (const token of heldInOrder(state)) {
    const decision = decide(state, token);
    if (decision === 'wait') continue;
    if (decision === 'run') run(state, token);
    else drop(state, token);
    return true;
  }
  return false;
}

function resolveFirstUngrounded(state: OracleState): boolean {
  const grounded = groundedTokens(state);
  const ungrounded = heldInOrder(state).filter((token) => !grounded.includes(token));
  const first = ungrounded.find((token) => {
    const others = awaited(state, token, ungrounded);
    const isCircle = others.every((other) => awaited(state, other, ungrounded).includes(token));
    const to = joinOf(state, token).node;
    return (
      isCircle &&
      !others.some((other) => leadsTo(state.graph, { from: joinOf(state, other).node, to }))
    );
  });
  if (first === undefined) return false;
  if (joinOf(state, first).join === 'all') run(state, first);
  else drop(state, first);
  return true;
}

/** The tokens of the list that this one waits for, directly or through others of the list. */
function awaited(state: OracleState, token: Token, among: readonly Token[]): Token[] {
  const found: Token[] = [];
  collect(token);
  for (const waiting of found) collect(waiting);
  return found;

  function collect(waiting: Token): void {
    for (const other of among) {
      const things = aliveHeld(state.graph, [other]);
      if (!found.includes(other) && openEdges(state, waiting, things).length > 0) found.push(other);
    }
  }
}

function decide(state: OracleState, token: Token): 'run' | 'drop' | 'wait' {
  const { join, n } = joinOf(state, token);
  const picked = picks(state, token).length;
  const things = [...aliveActivations(state), ...aliveHeld(state.graph, state.held)];
  const open = openEdges(state, token, things).length;
  if (join === 'all') return open === 0 ? 'run' : 'wait';
  if (picked >= n) return 'run';
  return picked + open < n ? 'drop' : 'wait';
}

/** The token itself and, per other edge in definition order, the oldest held token that agrees with all so far. */
function picks(state: OracleState, token: Token): Token[] {
  const { node, join, n } = joinOf(state, token);
  const picked = [token];
  for (const edge of joinEdges(state.graph, node)) {
    if (join === 'n-of' && picked.length >= n) break;
    if (edge === token.edge) continue;
    const oldest = state.held.find(
      (other) => other.edge === edge && agree(other.tag, unionOf(picked)),
    );
    if (oldest !== undefined) picked.push(oldest);
  }
  return picked;
}

/** The edges without a pick that one of the things can still feed. */
function openEdges(state: OracleState, token: Token, things: readonly AliveThing[]): number[] {
  const picked = picks(state, token);
  const union = unionOf(picked);
  return joinEdges(state.graph, joinOf(state, token).node)
    .filter((edge) => !picked.some((pick) => pick.edge === edge))
    .filter((edge) => canBeFed(state.graph, { edge, union, things }));
}

/** The least set of held tokens that wait for an alive activation or for a token of the set. */
function groundedTokens(state: OracleState): Token[] {
  const grounded: Token[] = [];
  for (;;) {
    const things = [...aliveActivations(state), ...aliveHeld(state.graph, grounded)];
    const found = state.held.find(
      (token) => !grounded.includes(token) && openEdges(state, token, things).length > 0,
    );
    if (found === undefined) return grounded;
    grounded.push(found);
  }
}

function run(state: OracleState, token: Token): void {
  const { node, join } = joinOf(state, token);
  activate(state, {
    node,
    cause: 'join',
    tokens: picks(state, token),
    withKept: join === 'all',
  });
}

function drop(state: OracleState, token: Token): void {
  state.held = state.held.filter((other) => other !== token);
}

function heldInOrder(state: OracleState): Token[] {
  return state.held.toSorted((left, right) => joinOf(state, left).node - joinOf(state, right).node);
}

function joinOf(state: OracleState, token: Token): OracleNode & { node: number } {
  const node = edgeAt(state.graph, token.edge).to;
  return { node, ...nodeAt(state.graph, node) };
}
