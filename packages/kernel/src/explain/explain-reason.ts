// The one reason why a node did not run, in a sentence.
import type { GraphEdge } from '../graph/graph.ts';
import { waitId } from '../ids.ts';
import { firstTokens, mixedCandidate } from '../joins/candidate.ts';
import { findFeeder } from '../joins/find-feeder.ts';
import type { Activation, HeldGroup, Token } from '../state/living.ts';
import { isOver } from '../state/run-state.ts';
import { livingSources, type LivingSource } from '../view/reachable-nodes.ts';
import {
  edgeWords,
  leadingHere,
  quotedName,
  type EdgeEvidence,
  type Evidence,
} from './evidence.ts';

const SOURCES_SHOWN_MAX = 5;

export function explainReason(evidence: Evidence): string {
  const { state, node } = evidence;
  const skipped = state.nodes.get(node.index)?.skipReason;
  if (skipped) return `skipped: ${skipped}`;
  if (state.gate.queuedAt.has(node.index)) {
    return 'queued: the run holds everything back until somebody answers';
  }
  if (state.joins.held.has(node.index)) return `waiting for inputs: ${missingInputs(evidence)}`;
  const living = isOver(state) ? [] : livingSources(state, node, SOURCES_SHOWN_MAX);
  if (living.length > 0) {
    return `not reached yet: ${living.map((source) => describeSource(evidence, source)).join('; ')}`;
  }
  const all = leadingHere(evidence);
  const untaken = all.filter(({ sourcePorts, fired }) => sourcePorts !== null && fired === 0);
  if (state.error?.code === 'LIMIT_REACHED' && untaken.length === 0) {
    return `limit reached: ${state.error.message}`;
  }
  return explainDead(evidence, all, untaken);
}

function explainDead(
  evidence: Evidence,
  all: readonly EdgeEvidence[],
  untaken: readonly EdgeEvidence[],
): string {
  const { graph, node, state } = evidence;
  if (all.length === 0) {
    return graph.limitNode === node
      ? 'not reached: the run came to no limit'
      : 'not reached: no edge leads to it and it is no entry';
  }
  const failed = untaken.filter(({ failure }) => failure !== null);
  if (failed.length > 0 && failed.length === untaken.length) {
    return `not reached: ${sourceNames(evidence, failed)} failed`;
  }
  if (untaken.length > 0) {
    const names = untaken.map(({ edge }) => untakenWords(evidence, edge)).join(', ');
    return `branch not taken: ${names} did not fire`;
  }
  if (state.status === 'failed' || state.status === 'cancelled' || state.status === 'stopped') {
    return `not reached: the run ended ${state.status} before ${sourceNames(evidence, all)} led to ${quotedName(evidence, node.id)}`;
  }
  return `not reached: ${sourceNames(evidence, all)} did not run`;
}

function untakenWords(evidence: Evidence, { id, from }: GraphEdge): string {
  const isNamed = evidence.nodeName === undefined;
  return isNamed ? `"${id}" from "${from.shownAs}"` : edgeWords(evidence, id);
}

function sourceNames(evidence: Evidence, edges: readonly EdgeEvidence[]): string {
  const names = new Set(edges.map(({ edge }) => quotedName(evidence, edge.from.shownAs)));
  return [...names].join(', ');
}

/** What the oldest token at the join waits for: the edges that can still deliver something, and from where. */
export function missingInputs(evidence: Evidence): string {
  const { state, node } = evidence;
  const groups = [...(state.joins.held.get(node.index)?.groups.values() ?? [])];
  const [oldest] = groups.toSorted((a, b) => a.arrival - b.arrival);
  const awaited = oldest === undefined ? [] : awaitedEdges(evidence, oldest);
  if (awaited.length > 0) return awaited.join('; ');
  return 'everything is there, and starts when the run goes on';
}

function awaitedEdges(evidence: Evidence, group: HeldGroup): string[] {
  const { graph, state } = evidence;
  const { missing, union } = mixedCandidate(group, firstTokens(group)[0] as Token);
  return missing.flatMap((edge) => {
    const feeder = findFeeder(graph, state, { edge, union });
    return feeder === null ? [] : [describeAwaited(evidence, edge, feeder.thing)];
  });
}

function describeAwaited(evidence: Evidence, edge: GraphEdge, thing: Activation | Token): string {
  const source =
    'edge' in thing
      ? { node: thing.edge.to, activation: null }
      : { node: thing.node, activation: thing };
  const from = quotedName(evidence, edge.from.shownAs);
  return `"${edge.in}" from ${from} (${describeSource(evidence, source)})`;
}

function describeSource(evidence: Evidence, { node, activation }: LivingSource): string {
  const { state } = evidence;
  const name = quotedName(evidence, node.shownAs);
  if (activation === null) {
    if (state.joins.held.has(node.index)) return `${name} waits for its inputs`;
    if (state.gate.queuedAt.has(node.index)) return `${name} is held back until somebody answers`;
    return `${name} is about to start`;
  }
  if (activation.status !== 'waiting') return `${name} is ${activation.status}`;
  if (node.kind.mode === 'delay') return `${name} waits for its time`;
  const wait = state.waits.get(activation.extra?.wait ?? waitId(''));
  const who = wait?.question.who ?? [];
  const whom = who.length > 0 ? ` of ${who.join(' or ')}` : '';
  return wait?.question.kind === 'event'
    ? `${name} waits for an event`
    : `${name} waits for an answer${whom}`;
}
