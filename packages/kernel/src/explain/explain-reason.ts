// The one reason why a node did not run, in a sentence.
import type { GraphEdge } from '../graph/graph.ts';
import { waitId } from '../ids.ts';
import { firstTokens, mixedCandidate } from '../joins/candidate.ts';
import { findFeeder } from '../joins/find-feeder.ts';
import type { Activation, HeldGroup, Token } from '../state/living.ts';
import { isOver, type RunState } from '../state/run-state.ts';
import { livingSources, type LivingSource } from '../view/reachable-nodes.ts';
import { leadingHere, type EdgeEvidence, type Evidence, type NodeName } from './evidence.ts';

const SOURCES_SHOWN_MAX = 5;

export function explainReason(evidence: Evidence): string {
  const { state, node, nodeName } = evidence;
  const skipped = state.nodes.get(node.index)?.skipReason;
  if (skipped) return `skipped: ${skipped}`;
  if (state.gate.queuedAt.has(node.index)) {
    return 'queued: the run holds everything back until somebody answers';
  }
  if (state.joins.held.has(node.index)) return `waiting for inputs: ${missingInputs(evidence)}`;
  const living = isOver(state) ? [] : livingSources(state, node, SOURCES_SHOWN_MAX);
  if (living.length > 0) {
    return `not reached yet: ${living.map((source) => describeSource(state, source, nodeName)).join('; ')}`;
  }
  const all = leadingHere(evidence);
  const untaken = all.filter(({ sourcePorts, fired }) => sourcePorts !== null && fired === 0);
  if (state.error?.code === 'LIMIT_REACHED' && untaken.length === 0) {
    return `limit reached: ${state.error.message}`;
  }
  return explainDead(evidence, all, untaken);
}

function explainDead(
  { graph, node, state, nodeName, namesEdges }: Evidence,
  all: readonly EdgeEvidence[],
  untaken: readonly EdgeEvidence[],
): string {
  if (all.length === 0) {
    return graph.limitNode === node
      ? 'not reached: the run came to no limit'
      : 'not reached: no edge leads to it and it is no entry';
  }
  const failed = untaken.filter(({ failure }) => failure !== null);
  if (failed.length > 0 && failed.length === untaken.length) {
    return `not reached: ${sourceNames(failed, nodeName)} failed`;
  }
  if (untaken.length > 0) {
    const names = untaken
      .map(({ edge }) => {
        const name = namesEdges ? `"${edge.id}"` : 'the edge';
        return `${name} from "${nodeName(edge.from.shownAs)}"`;
      })
      .join(', ');
    return `branch not taken: ${names} did not fire`;
  }
  if (state.status === 'failed' || state.status === 'cancelled' || state.status === 'stopped') {
    return `not reached: the run ended ${state.status} before ${sourceNames(all, nodeName)} led to "${nodeName(node.id)}"`;
  }
  return `not reached: ${sourceNames(all, nodeName)} did not run`;
}

function sourceNames(edges: readonly EdgeEvidence[], nodeName: NodeName): string {
  const ids = new Set(edges.map(({ edge }) => `"${nodeName(edge.from.shownAs)}"`));
  return [...ids].join(', ');
}

/** What the oldest token at the join waits for: the edges that can still deliver something, and from where. */
export function missingInputs({ graph, state, node, nodeName }: Evidence): string {
  const groups = [...(state.joins.held.get(node.index)?.groups.values() ?? [])];
  const [oldest] = groups.toSorted((a, b) => a.arrival - b.arrival);
  const awaited = oldest === undefined ? [] : awaitedEdges({ graph, state, nodeName }, oldest);
  if (awaited.length > 0) return awaited.join('; ');
  return 'everything is there, and starts when the run goes on';
}

type Around = Pick<Evidence, 'graph' | 'state' | 'nodeName'>;

function awaitedEdges(around: Around, group: HeldGroup): string[] {
  const { graph, state } = around;
  const { missing, union } = mixedCandidate(group, firstTokens(group)[0] as Token);
  return missing.flatMap((edge) => {
    const feeder = findFeeder(graph, state, { edge, union });
    return feeder === null ? [] : [describeAwaited(around, edge, feeder.thing)];
  });
}

function describeAwaited(
  { state, nodeName }: Around,
  edge: GraphEdge,
  thing: Activation | Token,
): string {
  const source =
    'edge' in thing
      ? { node: thing.edge.to, activation: null }
      : { node: thing.node, activation: thing };
  return `"${edge.in}" from "${nodeName(edge.from.shownAs)}" (${describeSource(state, source, nodeName)})`;
}

function describeSource(
  state: RunState,
  { node, activation }: LivingSource,
  nodeName: NodeName,
): string {
  const name = nodeName(node.shownAs);
  if (activation === null) {
    if (state.joins.held.has(node.index)) return `"${name}" waits for its inputs`;
    if (state.gate.queuedAt.has(node.index)) return `"${name}" is held back until somebody answers`;
    return `"${name}" is about to start`;
  }
  if (activation.status !== 'waiting') return `"${name}" is ${activation.status}`;
  if (node.kind.mode === 'delay') return `"${name}" waits for its time`;
  const wait = state.waits.get(activation.extra?.wait ?? waitId(''));
  const who = wait?.question.who ?? [];
  const whom = who.length > 0 ? ` of ${who.join(' or ')}` : '';
  return wait?.question.kind === 'event'
    ? `"${name}" waits for an event`
    : `"${name}" waits for an answer${whom}`;
}
