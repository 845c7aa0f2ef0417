// Why a node ran, or did not
// Everything is worked out from the journal: it is replayed, and what was derived on the way about this node and the edges
// into it is kept.
import type { Tried } from '../conditions/condition.ts';
import type { RunEvent } from '../events.ts';
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import type { JsonObject } from '../json.ts';
import type { Derived } from '../run/derived.ts';
import { nodeStatus, type NodeStatus } from '../run/node-status.ts';
import { replay } from '../run/replay.ts';
import { isOver, type Cause, type RunState } from '../run/state.ts';
import { reachableNodes } from './can-still-run.ts';
import { explainReason } from './explain-reason.ts';
import { explainInWords } from './explain-in-words.ts';

export interface Explanation {
  readonly node: string;
  readonly status: NodeStatus;
  readonly activations: readonly ExplainedActivation[];
  readonly notRun?: { readonly reason: string; readonly edges: readonly ExplainedEdge[] };
  /** The same in sentences. */
  readonly words: readonly string[];
}

export interface ExplainedActivation {
  readonly n: number;
  /** The round of each loop, by the loop's head. */
  readonly round: { readonly [head: string]: number };
  readonly causedBy: readonly Cause[];
  readonly inputs: JsonObject;
  /** How it ended, or what it does now. */
  readonly outcome: string;
}

export interface ExplainedEdge {
  readonly edge: string;
  readonly from: string;
  readonly port: string;
  /** What became of it: how often it fired, and why it did not at the last chance. */
  readonly fired: number;
  readonly why: string;
  readonly tried: readonly Tried[];
}

/** What a replay tells about one node and the edges into it. */
export interface Evidence {
  readonly graph: Graph;
  readonly state: RunState;
  readonly node: GraphNode;
  readonly activations: ExplainedActivation[];
  readonly edges: ReadonlyMap<string, EdgeEvidence>;
  /** Tokens that the node's join absorbed or dropped, and limits reached, in words. */
  readonly remarks: string[];
}

export interface EdgeEvidence {
  readonly edge: GraphEdge;
  fired: number;
  /** The condition of the edge itself, as last tried. */
  tried: readonly Tried[];
  /** The source's own conditions (`if`, `switch`), as last tried. */
  sourceTried: Tried[];
  /** The ports that the source fired when it last completed or failed; null when it never did. */
  sourcePorts: readonly string[] | null;
  /** The activation of the source whose conditions are being collected. */
  sourceRun: number;
  /** Why the source failed, when that is how it last ended. */
  failure: string | null;
}

/** Null when the graph has no such node. */
export function explain(
  graph: Graph,
  journal: Iterable<RunEvent>,
  nodeId: string,
): Explanation | null {
  const node = graph.nodeById.get(nodeId);
  if (node === undefined) return null;
  const edges = new Map(node.incoming.map((edge) => [edge.id, createEvidence(edge)]));
  const activations: ExplainedActivation[] = [];
  const remarks: string[] = [];
  const state = replay(graph, journal, (_, derived) => {
    for (const each of derived) observe({ node, edges, activations, remarks }, each);
  });
  const evidence: Evidence = { graph, state, node, activations, edges, remarks };
  const status = statusOf(graph, state, node);
  const ran = activations.length > 0;
  const notRun = ran
    ? undefined
    : { reason: explainReason(evidence), edges: [...edges.values()].map(explainEdge) };
  const words = explainInWords(evidence, status, notRun);
  return { node: nodeId, status, activations, ...(notRun === undefined ? {} : { notRun }), words };
}

/** `skipped` is never stored: the node never ran and nothing can reach it any more. */
function statusOf(graph: Graph, state: RunState, node: GraphNode): NodeStatus {
  const status = nodeStatus(state, node);
  if (status !== 'idle') return status;
  return isOver(state) || !reachableNodes(graph, state).has(node.index) ? 'skipped' : 'idle';
}

function createEvidence(edge: GraphEdge): EdgeEvidence {
  return {
    edge,
    fired: 0,
    tried: [],
    sourceTried: [],
    sourcePorts: null,
    sourceRun: 0,
    failure: null,
  };
}

type Observer = Pick<Evidence, 'node' | 'activations' | 'edges' | 'remarks'>;

function observe(observer: Observer, derived: Derived): void {
  const { node, activations, edges, remarks } = observer;
  switch (derived.type) {
    case 'activation.created':
      if (derived.node !== node.id) return;
      activations.push({
        n: derived.activation,
        round: derived.rounds ?? {},
        causedBy: derived.causedBy,
        inputs: derived.inputs,
        outcome: 'ready',
      });
      return;
    case 'activation.completed':
      observeSource(edges, derived.node, { ports: derived.ports, failure: null });
      return setOutcome(
        observer,
        derived,
        `completed on port ${derived.ports.join(', ') || '(none)'}`,
      );
    case 'activation.failed': {
      const { message } = derived.failure;
      observeSource(edges, derived.node, { ports: ['error'], failure: message });
      return setOutcome(observer, derived, `failed: ${message}`);
    }
    case 'activation.cancelled':
      return setOutcome(observer, derived, 'cancelled');
    case 'activation.pending':
      return setOutcome(observer, derived, `pending: lacks ${derived.missing.join(', ')}`);
    case 'activation.retrying':
      return setOutcome(observer, derived, `retrying after: ${derived.failure.message}`);
    case 'activation.started':
      return setOutcome(observer, derived, 'running');
    case 'wait.opened':
      return setOutcome(observer, derived, `waiting for ${derived.question.kind}`);
    case 'condition.tried':
      return observeCondition(edges, derived);
    case 'token.absorbed':
    case 'token.dropped': {
      if (!edges.has(derived.edge)) return;
      const what =
        derived.type === 'token.absorbed'
          ? `was absorbed: the join is "${derived.by}"`
          : `was dropped: ${derived.reason}`;
      remarks.push(`A token on edge "${derived.edge}" ${what}.`);
      return;
    }
    case 'node.skipped':
      if (derived.node === node.id) remarks.push(`It was skipped: ${derived.reason}.`);
      return;
    case 'limit.reached':
      remarks.push(`The run reached its limit ${derived.limit}.`);
      return;
    case 'edge.fired':
    case 'wait.closed':
    case 'run.status':
  }
}

function setOutcome(
  { node, activations }: Observer,
  derived: { readonly node: string; readonly activation: number },
  outcome: string,
): void {
  if (derived.node !== node.id) return;
  const at = activations.findLastIndex(({ n }) => n === derived.activation);
  const found = activations[at];
  if (found !== undefined) activations[at] = { ...found, outcome };
}

function observeSource(
  edges: ReadonlyMap<string, EdgeEvidence>,
  source: string,
  { ports, failure }: { readonly ports: readonly string[]; readonly failure: string | null },
): void {
  for (const evidence of edges.values()) {
    const { edge } = evidence;
    if (edge.from.id !== source) continue;
    evidence.sourcePorts = ports;
    evidence.failure = failure;
    // Conditions of edges are tried behind the completion, and only where the port fired.
    evidence.tried = [];
    const isFired = ports.includes(edge.out) || (ports.includes('*') && edge.out !== 'error');
    if (edge.when === null && isFired) evidence.fired++;
  }
}

function observeCondition(
  edges: ReadonlyMap<string, EdgeEvidence>,
  derived: Extract<Derived, { type: 'condition.tried' }>,
): void {
  const own = edges.get(derived.name);
  // A case of a `switch` may be called like an edge.
  if (own !== undefined && own.edge.from.id === derived.node && own.edge.when !== null) {
    own.tried = derived.tried;
    if (derived.result) own.fired++;
    return;
  }
  for (const evidence of edges.values()) {
    if (evidence.edge.from.id !== derived.node) continue;
    if (evidence.sourceRun !== derived.activation) evidence.sourceTried = [];
    evidence.sourceRun = derived.activation;
    evidence.sourceTried.push(...derived.tried);
  }
}

function explainEdge(evidence: EdgeEvidence): ExplainedEdge {
  const { edge, fired, tried, sourceTried, sourcePorts } = evidence;
  return {
    edge: edge.id,
    from: edge.from.id,
    port: edge.out,
    fired,
    why: whyNotFired(evidence, sourcePorts),
    tried: [...sourceTried, ...tried],
  };
}

function whyNotFired(
  { edge, fired, tried, failure }: EdgeEvidence,
  sourcePorts: readonly string[] | null,
): string {
  if (fired > 0) return 'fired';
  if (sourcePorts === null) return `"${edge.from.id}" has not completed`;
  if (failure !== null && edge.out !== 'error') return `"${edge.from.id}" failed: ${failure}`;
  if (tried.length > 0) return 'its condition did not hold';
  return `"${edge.from.id}" fired ${sourcePorts.join(', ') || 'no port'}, not ${edge.out}`;
}
