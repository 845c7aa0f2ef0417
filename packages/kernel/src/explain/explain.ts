// Why a node ran, or did not
// Everything is derived from the journal: the state is rebuilt, and the derived facts about this node and the edges
// into it are collected.
import { toIsoTime } from '../references/civil-date.ts';
import type { Cause, Derived } from '../derived.ts';
import type { SlotWant } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import { keyOfEdge } from '../graph/key-of-edge.ts';
import { graphsInForce, type EarlierGraphs } from '../run/graphs-in-force.ts';
import { rebuildState } from '../run/rebuild-state.ts';
import { nodeStatus, type NodeStatus } from '../state/node-status.ts';
import { createRun, isOver, type Quiet, type RunState } from '../state/run-state.ts';
import { reachableNodes } from '../view/reachable-nodes.ts';
import { askedSlots, wantInWords } from '../view/slots-view.ts';
import {
  askedFor,
  leadingHere,
  type EdgeEvidence,
  type Evidence,
  type ExplainedActivation,
  type ExplainedEdge,
  type Explanation,
  type NodeName,
  type PortName,
} from './evidence.ts';
import { callsInWords } from './calls-in-words.ts';
import { explainInWords } from './explain-in-words.ts';
import { explainReason } from './explain-reason.ts';
import { readState, stateInWords } from './read-state.ts';

export interface ExplainOptions {
  readonly portName?: PortName;
  /** What sentences call a node, in place of its id. */
  readonly nodeName?: NodeName;
  /** Whether sentences name edges by their ids, beside the nodes that they leave; default true. */
  readonly namesEdges?: boolean;
  /** Of the versions that the run was in before: each entry is explained as the version decided that was in force then. */
  readonly earlier?: EarlierGraphs;
  /** Who has the slots across runs that are waited for, and how many are before; only a host knows. */
  readonly slotWords?: (wants: readonly SlotWant[]) => string;
}

function keysInWords(wants: readonly SlotWant[]): string {
  return wants.map(wantInWords).join(', ');
}

function quietInWords({ key, until }: Quiet): string {
  return `The run has not begun: it waits until ${toIsoTime(until)} for further starts with the key "${key}", and begins with the newest input.`;
}

/** Null when neither the graph nor an earlier one has such a node. */
export function explain(
  newest: Graph,
  journal: Iterable<RunEvent>,
  nodeId: string,
  {
    portName = (_, port) => port,
    nodeName = (id) => id,
    namesEdges = true,
    slotWords = keysInWords,
    earlier = new Map(),
  }: ExplainOptions = {},
): Explanation | null {
  const rows = [...journal];
  const graphs = graphsInForce(newest, rows, earlier);
  // A node that a later version no longer has is explained as that version left it.
  const graph = hasNode(newest) ? newest : graphs.findLast(hasNode);
  const node = graph?.nodeById.get(nodeId);
  if (graph === undefined || node === undefined) return null;
  const edges = new Map(node.incoming.map((edge) => [edge.id, createEvidence(edge)]));
  const activations: ExplainedActivation[] = [];
  const remarks: string[] = [];
  const facts = { node, activations, remarks, portName, nodeName, namesEdges };
  const observed = { ...facts, derivedCauses: new Map() };
  const observers = new Map<Graph, Observer>();
  const observerOf = (inForce: Graph): Observer => {
    const known = observers.get(inForce);
    if (known !== undefined) return known;
    const own = inForce === graph ? edges : edgesIn(inForce, edges);
    const made = { ...observed, graph: inForce, edges: own };
    observers.set(inForce, made);
    return made;
  };
  let row = 0;
  let state = createRun();
  rebuildState(
    newest,
    rows,
    (_, derived, after) => {
      const inForce = graphs[row++] ?? newest;
      if (inForce === graph) state = after;
      for (const each of derived) observe(observerOf(inForce), each);
    },
    earlier,
  );
  const observer = observerOf(graph);
  noteSlots(observer, state, slotWords);
  if (state.quiet !== null) remarks.push(quietInWords(state.quiet));
  const evidence: Evidence = { ...facts, graph, state, edges };
  const status = statusOf(graph, state, node);
  const ran = activations.length > 0;
  const notRun = ran
    ? undefined
    : {
        reason: explainReason(evidence),
        edges: leadingHere(evidence).map((each) => explainEdge(each, evidence)),
      };
  const read = readState(graph, state, node);
  const words = [
    ...explainInWords(evidence, status, notRun),
    ...callsInWords(node, rows),
    ...read.map(stateInWords),
  ];
  const told = { node: nodeId, status, activations, words };
  const explanation = read.length === 0 ? told : { ...told, state: read };
  return notRun === undefined ? explanation : { ...explanation, notRun };

  function hasNode({ nodeById }: Graph): boolean {
    return nodeById.has(nodeId);
  }
}

function noteSlots(
  observer: Observer,
  state: RunState,
  slotWords: NonNullable<ExplainOptions['slotWords']>,
): void {
  const { node, remarks } = observer;
  const queued = askedSlots(state).filter(({ isGranted }) => !isGranted);
  for (const { activation, wants, ...asked } of queued) {
    if (asked.node !== node.id || activation === undefined) continue;
    setOutcome(observer, { node: node.id, activation }, `waiting for a slot: ${slotWords(wants)}`);
  }
  const ofRun = queued.find((asked) => asked.node === undefined);
  if (ofRun !== undefined) remarks.push(`The run waits for a slot: ${slotWords(ofRun.wants)}.`);
}

/** The same edges under the names that they have in another version. */
function edgesIn(
  { edges }: Graph,
  known: ReadonlyMap<string, EdgeEvidence>,
): ReadonlyMap<string, EdgeEvidence> {
  const same = new Map([...known.values()].map((evidence) => [keyOfEdge(evidence.edge), evidence]));
  return new Map(
    edges.flatMap((edge) => {
      const evidence = same.get(keyOfEdge(edge));
      return evidence === undefined ? [] : [[edge.id, evidence] as const];
    }),
  );
}

/** `skipped` is never stored: the node never ran and nothing can reach it any more. */
function statusOf(graph: Graph, state: RunState, node: GraphNode): NodeStatus {
  if (askedFor(state, node) !== undefined) return 'waiting';
  const status = nodeStatus(state, node);
  if (status !== 'idle') return status;
  return isOver(state) || !reachableNodes(graph, state).has(node.index) ? 'skipped' : 'idle';
}

function createEvidence(edge: GraphEdge): EdgeEvidence {
  return {
    edge,
    fired: 0,
    tried: [],
    undecided: null,
    sourceTried: [],
    sourcePorts: null,
    sourceRun: 0,
    failure: null,
  };
}

interface Observer extends Omit<Evidence, 'state'> {
  /** What caused the activations of derived nodes, by number and node. */
  readonly derivedCauses: Map<string, readonly Cause[]>;
}

function causesOf({ derivedCauses }: Observer, causes: readonly Cause[]): readonly Cause[] {
  return causes.flatMap(
    (cause) => derivedCauses.get(`${cause.activation}:${cause.node}`) ?? [cause],
  );
}

function observe(observer: Observer, derived: Derived): void {
  const { node, edges, remarks, portName } = observer;
  switch (derived.type) {
    case 'activation.created':
      return observeCreated(observer, derived);
    case 'activation.completed':
      observeSource(edges, derived.node, { ports: derived.ports, failure: null });
      return setOutcome(
        observer,
        derived,
        `completed on port ${derived.ports.map((port) => portName(node, port)).join(', ') || '(none)'}`,
      );
    case 'activation.failed': {
      const { message } = derived.failure;
      observeSource(edges, derived.node, { ports: ['error'], failure: message });
      return setOutcome(observer, derived, `failed: ${message}`);
    }
    case 'steps.done':
      return change(observer, derived, { steps: derived.counts });
    case 'activation.cancelled':
      return setOutcome(observer, derived, cancelledInWords(derived));
    case 'activation.pending':
      return setOutcome(observer, derived, `pending: lacks ${derived.missing.join(', ')}`);
    case 'activation.retrying':
      return setOutcome(
        observer,
        derived,
        `retrying: attempt ${derived.attempt + 1} at ${toIsoTime(derived.at)}, after: ${derived.failure.message}`,
      );
    case 'activation.started':
      return setOutcome(observer, derived, 'running');
    case 'wait.opened':
      return setOutcome(observer, derived, `waiting for ${derived.question.kind}`);
    case 'condition.tried':
      observeOwnCondition(observer, derived);
      return observeCondition(edges, derived);
    case 'token.absorbed':
    case 'token.dropped': {
      if (!edges.has(derived.edge)) return;
      const what =
        derived.type === 'token.absorbed'
          ? `was absorbed: the join is "${derived.by}"`
          : `was dropped: ${derived.reason}`;
      remarks.push(`${tokenOn(observer, derived.edge)} ${what}.`);
      return;
    }
    case 'node.skipped':
      if (derived.node === node.id) remarks.push(`It was skipped: ${derived.reason}.`);
      return;
    case 'limit.reached':
      remarks.push(`The run reached its limit ${derived.limit}.`);
      return;
    case 'state.changed': {
      if (derived.node !== node.id) return;
      const changes = derived.changes.map(({ name, operation }) => `${operation} "${name}"`);
      remarks.push(`Activation ${derived.activation} changed the state: ${changes.join(', ')}.`);
      return;
    }
    case 'run.responded':
      return observeResponse(observer, derived);
    case 'edge.fired':
    case 'items.taken':
    case 'wait.closed':
    case 'run.status':
  }
}

function cancelledInWords({
  supersededBy,
}: Extract<Derived, { type: 'activation.cancelled' }>): string {
  if (supersededBy === undefined) return 'cancelled';
  return `superseded by run ${supersededBy}, which has a newer activation with the same debounce key`;
}

function observeResponse(
  { node, remarks }: Observer,
  { node: id, activation, isFirst }: Extract<Derived, { type: 'run.responded' }>,
): void {
  if (id !== node.id) return;
  remarks.push(
    isFirst
      ? `Activation ${activation} answered the caller of the run.`
      : `Activation ${activation} answered nobody: the caller had its answer already.`,
  );
}

function observeCreated(
  observer: Observer,
  derived: Extract<Derived, { type: 'activation.created' }>,
): void {
  const { graph, node, activations, derivedCauses } = observer;
  const { node: id, activation: n, inputs } = derived;
  if (id === node.id) {
    const round = derived.rounds ?? {};
    const causedBy = causesOf(observer, derived.causedBy);
    activations.push({ n, round, causedBy, inputs, outcome: 'ready' });
  } else if (graph.nodeById.get(id)?.derived === true) {
    derivedCauses.set(`${n}:${id}`, causesOf(observer, derived.causedBy));
  }
}

function setOutcome(observer: Observer, derived: AboutActivation, outcome: string): void {
  change(observer, derived, { outcome });
}

interface AboutActivation {
  readonly node: string;
  readonly activation: number;
}

function change(
  { node, activations }: Observer,
  derived: AboutActivation,
  changed: Partial<Pick<ExplainedActivation, 'steps' | 'outcome' | 'tried'>>,
): void {
  if (derived.node !== node.id) return;
  const at = activations.findLastIndex(({ n }) => n === derived.activation);
  const found = activations[at];
  if (found !== undefined) activations[at] = { ...found, ...changed };
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
    // Conditions of edges are evaluated after the completion, and only where the port fired.
    evidence.tried = [];
    evidence.undecided = null;
    const isFired = ports.includes(edge.out) || (ports.includes('*') && edge.out !== 'error');
    if (edge.when === null && isFired) evidence.fired++;
  }
}

/** Of an `if` or `switch`; what its edges compare is told of the nodes that they lead to. */
function observeOwnCondition(
  observer: Observer,
  derived: Extract<Derived, { type: 'condition.tried' }>,
): void {
  const { node, activations } = observer;
  if (derived.node !== node.id || !node.conditions.some(({ name }) => name === derived.name))
    return;
  const own = activations.findLast(({ n }) => n === derived.activation);
  change(observer, derived, { tried: [...(own?.tried ?? []), ...derived.tried] });
}

function observeCondition(
  edges: ReadonlyMap<string, EdgeEvidence>,
  derived: Extract<Derived, { type: 'condition.tried' }>,
): void {
  const own = edges.get(derived.name);
  // A case of a `switch` may have the same name as an edge.
  if (own !== undefined && own.edge.from.id === derived.node && own.edge.when !== null) {
    own.tried = derived.tried;
    own.undecided = derived.failure?.message ?? null;
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

function tokenOn({ edges, namesEdges, nodeName }: Observer, id: string): string {
  const from = edges.get(id)?.edge.from.shownAs;
  return namesEdges || from === undefined
    ? `A token on edge "${id}"`
    : `A token from "${nodeName(from)}"`;
}

type Names = Pick<Evidence, 'portName' | 'nodeName'>;

function explainEdge(evidence: EdgeEvidence, names: Names): ExplainedEdge {
  const { portName } = names;
  const { edge, fired, tried, sourceTried } = evidence;
  return {
    edge: edge.id,
    from: edge.from.shownAs,
    port: portName(edge.from, edge.out),
    fired,
    why: whyNotFired(evidence, names),
    tried: [...sourceTried, ...tried],
  };
}

function whyNotFired(
  { edge, fired, tried, undecided, failure, sourcePorts }: EdgeEvidence,
  { portName, nodeName }: Names,
): string {
  const from = nodeName(edge.from.shownAs);
  if (fired > 0) return 'fired';
  if (sourcePorts === null) return `"${from}" has not completed`;
  if (failure !== null && edge.out !== 'error') return `"${from}" failed: ${failure}`;
  if (undecided !== null) return `its condition failed: ${undecided}`;
  if (tried.length > 0) return 'its condition did not hold';
  const ports = sourcePorts.map((port) => portName(edge.from, port)).join(', ') || 'no port';
  return `"${from}" fired ${ports}, not ${portName(edge.from, edge.out)}`;
}
