// A token arrives at a node: what its join does with it (SPEC K21–K25).
import { aloneCandidate } from '../../joins/candidate.ts';
import { isCovered } from '../../joins/covered.ts';
import { holdToken } from '../../joins/hold-token.ts';
import { keepsValues, keepValue } from '../../joins/kept-values.ts';
import { pooledTokens, poolUnion } from '../../joins/pool.ts';
import type { Activation, Token } from '../../state/living.ts';
import type { RunState } from '../../state/run-state.ts';
import { releaseTag } from '../../tags/tag.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { activateByJoin, activateByLoop, activateByToken } from './activate.ts';

export function deliverToken(batch: Batch, token: Token): Activation | null {
  const { state } = batch;
  const { edge } = token;
  token.order = ++state.order;
  if (keepsValues(edge)) keepValue(state, token);
  if (edge.to.join === 'once') {
    if (isBusy(state, token)) return absorb(batch, token, 'once');
    if (isSkipped(batch, token)) return drop(batch, token);
  }
  if (edge.loop) return consume(batch, token, activateByLoop(batch, token));
  switch (edge.to.join) {
    case 'each':
    case 'once':
      return consume(batch, token, activateByToken(batch, token));
    case 'any':
      if (isCovered(state, edge.to.index, token.tag)) return absorb(batch, token, 'any');
      return consume(batch, token, activateByToken(batch, token));
    case 'n-of':
      if (isCovered(state, edge.to.index, token.tag)) return absorb(batch, token, 'n-of');
      return hold(batch, token);
    case 'all':
      if (edge.to.joinEdges.length > 1) return hold(batch, token);
      return consume(batch, token, activateByToken(batch, token));
  }
}

/** Active, pending or waiting; what completed in this pass may be activated again at its end. */
function isBusy(state: RunState, token: Token): boolean {
  const node = state.nodes.get(token.edge.to.index);
  return node !== undefined && node.alive.some(({ status }) => status !== 'finishing');
}

/** `onceFailed: "skip"`: only a person starts a failed node again. */
function isSkipped({ state, graph }: Batch, { edge }: Token): boolean {
  if (graph.policy.onceFailed === 'run') return false;
  return (state.nodes.get(edge.to.index)?.failed ?? null) !== null;
}

function consume(batch: Batch, token: Token, made: Activation | null): Activation | null {
  // Only now: the new activation carries its rounds, so they never look over in between.
  releaseTag(batch.state.tags, token.tag);
  return made;
}

function absorb(batch: Batch, token: Token, by: string): null {
  releaseTag(batch.state.tags, token.tag);
  derive(batch, {
    type: 'token.absorbed',
    edge: token.edge.id,
    node: token.edge.to.id,
    by,
  });
  return null;
}

function drop(batch: Batch, { edge, tag }: Token): null {
  releaseTag(batch.state.tags, tag);
  const reason = 'the node has failed, and only a person may start it again';
  derive(batch, { type: 'token.dropped', edge: edge.id, node: edge.to.id, reason });
  return null;
}

function hold(batch: Batch, token: Token): Activation | null {
  const complete = holdToken(batch.state, token);
  if (complete === null) return null;
  const { pool } = complete.join;
  if (pool !== null)
    return activateByJoin(batch, pooledTokens(pool), poolUnion(batch.state.tags, pool));
  const { picks, union } = aloneCandidate(complete);
  return activateByJoin(batch, picks, union);
}
