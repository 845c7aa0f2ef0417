// The branch graph
// The flow graph with its decisions made visible: a port that may not fire, an edge with a condition, a failure that an
// edge handles are vertices of their own between a node and what follows. So "this node ran" says which decisions were
// taken (those that dominate it), and the consequences of a decision are what its certain arcs lead to. Only diagnostics
// use it.
import type { Workflow } from '../../definition.ts';
import { ownValue } from '../../json.ts';
import { createDigraph, type Digraph } from '../digraph/digraph.ts';
import type { GraphEdge, GraphNode } from '../graph.ts';
import type { Firing } from '../node-kind.ts';
import { portsOf } from '../ports-of.ts';

export interface BranchGraph {
  readonly graph: Digraph;
  /** The start of the run. The vertices before it are the nodes. */
  readonly root: number;
  /** By index of a flow edge: the vertex that makes it fire. */
  readonly firedBy: Int32Array;
  /** By arc: 1 where the target happens whenever the source did. */
  readonly isCertain: Int32Array;
  /** By arc: 1 for loop edges. */
  readonly isLoop: Int32Array;
  /** By vertex: how many alternatives it chooses between, of which at least one happens; 0 when unknown. */
  readonly choices: Int32Array;
  /** By vertex: 1 when at most one of its alternatives happens. */
  readonly isExclusive: Int32Array;
  /** By vertex: the vertex that it is an alternative of, or -1. */
  readonly choiceOf: Int32Array;
  /** By vertex: how many certain arcs must deliver something. */
  readonly needed: Int32Array;
  /** By goal: the vertex that happens when one of its edges fires. */
  readonly goals: Int32Array;
}

export interface BranchSource {
  readonly workflow: Workflow;
  readonly nodes: readonly GraphNode[];
  readonly entries: readonly GraphNode[];
  readonly limitNode: GraphNode | null;
  /** Groups of flow edges that will be queried. */
  readonly goals: readonly (readonly GraphEdge[])[];
}

export function createBranchGraph(source: BranchSource): BranchGraph {
  const { workflow, nodes, entries, limitNode } = source;
  const root = nodes.length;
  const builder = createBuilder(root + 1, workflow.edges?.length ?? 0);
  for (const node of nodes) {
    builder.needed[node.index] = node.join === 'n-of' ? node.needed : 1;
    if (node.outgoingAll.length > 0) addNode(builder, node, workflow);
  }
  for (const entry of entries) addArc(builder, root, entry.index, { isCertain: true });
  if (limitNode !== null) {
    const reached = addVertex(builder);
    addArc(builder, root, reached, { isCertain: false });
    addArc(builder, reached, limitNode.index, { isCertain: true });
  }
  const goals = source.goals.map((edges) => addGoal(builder, edges));
  const size = builder.choices.length;
  const sources = Int32Array.from(builder.sources);
  const targets = Int32Array.from(builder.targets);
  return {
    graph: createDigraph({ size, sources, targets }),
    root,
    firedBy: builder.firedBy,
    isCertain: Int32Array.from(builder.isCertain),
    isLoop: Int32Array.from(builder.isLoop),
    choices: Int32Array.from(builder.choices),
    isExclusive: Int32Array.from(builder.isExclusive),
    choiceOf: Int32Array.from(builder.choiceOf),
    needed: Int32Array.from(builder.needed),
    goals: Int32Array.from(goals),
  };
}

interface Builder {
  readonly firedBy: Int32Array;
  readonly sources: number[];
  readonly targets: number[];
  readonly isCertain: number[];
  readonly isLoop: number[];
  readonly choices: number[];
  readonly isExclusive: number[];
  readonly choiceOf: number[];
  readonly needed: number[];
}

function createBuilder(vertices: number, edges: number): Builder {
  const builder: Builder = {
    firedBy: new Int32Array(edges).fill(-1),
    sources: [],
    targets: [],
    isCertain: [],
    isLoop: [],
    choices: [],
    isExclusive: [],
    choiceOf: [],
    needed: [],
  };
  for (let vertex = 0; vertex < vertices; vertex++) addVertex(builder);
  return builder;
}

function addVertex(builder: Builder): number {
  builder.isExclusive.push(0);
  builder.choiceOf.push(-1);
  builder.needed.push(1);
  return builder.choices.push(0) - 1;
}

function addArc(
  builder: Builder,
  source: number,
  target: number,
  { isCertain, isLoop = false }: { readonly isCertain: boolean; readonly isLoop?: boolean },
): void {
  builder.sources.push(source);
  builder.targets.push(target);
  builder.isCertain.push(isCertain ? 1 : 0);
  builder.isLoop.push(isLoop ? 1 : 0);
}

function addNode(builder: Builder, node: GraphNode, workflow: Workflow): void {
  const vertexOf = addPorts(builder, node, workflow);
  for (const [port, edges] of node.outgoing) {
    const fired = vertexOf.get(port) ?? node.index;
    for (const edge of edges) addEdge(builder, edge, fired);
  }
}

function addEdge(builder: Builder, edge: GraphEdge, fired: number): void {
  let source = fired;
  if (edge.when !== null) {
    source = addVertex(builder);
    addArc(builder, fired, source, { isCertain: false });
  }
  builder.firedBy[edge.index] = source;
  addArc(builder, source, edge.to.index, { isCertain: true, isLoop: edge.loop });
}

function addGoal(builder: Builder, edges: readonly GraphEdge[]): number {
  const goal = addVertex(builder);
  for (const { index, loop } of edges) {
    const fired = builder.firedBy[index];
    // A loop edge delivers nothing to the first round.
    if (fired !== undefined && !loop) addArc(builder, fired, goal, { isCertain: true });
  }
  return goal;
}

/** The vertices of the ports that may not fire; the others fire with the node itself. */
function addPorts(
  builder: Builder,
  node: GraphNode,
  workflow: Workflow,
): ReadonlyMap<string, number> {
  const handlesFailure = node.outgoing.has('error');
  const connected = [...node.outgoing.keys()].filter((port) => port !== 'error');
  const { ports, firing } = describePorts(node, workflow, connected);
  const vertexOf = new Map<string, number>();
  if (firing === 'all') {
    if (!handlesFailure) return vertexOf;
    const done = addChoice(builder, node);
    for (const port of connected) vertexOf.set(port, done);
    vertexOf.set('error', addChoice(builder, node));
    builder.choices[node.index] = 2;
    builder.isExclusive[node.index] = 1;
    return vertexOf;
  }
  if (firing === 'any') {
    // Nothing is known of what fires beside what: every port is a decision of its own.
    for (const port of node.outgoing.keys()) {
      const vertex = addChoice(builder, node);
      builder.choiceOf[vertex] = -1;
      vertexOf.set(port, vertex);
    }
    return vertexOf;
  }
  const known = new Set(ports);
  const groups = typeof firing === 'string' ? connected.map((port) => [port]) : firing;
  for (const group of groups) {
    const vertex = addChoice(builder, node);
    for (const port of group) vertexOf.set(port, vertex);
    if (group.every((port) => !known.has(port))) builder.choiceOf[vertex] = -1;
  }
  for (const port of connected) {
    if (vertexOf.has(port)) continue;
    const vertex = addChoice(builder, node);
    vertexOf.set(port, vertex);
    builder.choiceOf[vertex] = -1;
  }
  if (handlesFailure) vertexOf.set('error', addChoice(builder, node));
  const alternatives = typeof firing === 'string' ? known.size : groups.length;
  if (ports !== 'any') builder.choices[node.index] = alternatives + (handlesFailure ? 1 : 0);
  builder.isExclusive[node.index] = firing === 'some' ? 0 : 1;
  return vertexOf;
}

function addChoice(builder: Builder, { index }: GraphNode): number {
  const vertex = addVertex(builder);
  builder.choiceOf[vertex] = index;
  addArc(builder, index, vertex, { isCertain: false });
  return vertex;
}

function describePorts(
  node: GraphNode,
  workflow: Workflow,
  connected: readonly string[],
): { readonly ports: readonly string[] | 'any'; readonly firing: Exclude<Firing, 'unsaid'> } {
  const { index, kind } = node;
  const config = workflow.nodes[index]?.config ?? {};
  const ports = portsOf(workflow, node);
  if (node.whenEmpty === 'skip' || node.each?.onError === 'port') return { ports, firing: 'any' };
  const declared = typeof kind.firing === 'function' ? kind.firing(config) : kind.firing;
  const firing = declared === 'unsaid' ? 'all' : declared;
  if (ports === 'any') {
    // A function that declares nothing fires `output`; one with other ports connected chooses among them.
    const isPlain = connected.every((port) => port === 'output');
    return { ports, firing: firing ?? (isPlain ? 'all' : 'some') };
  }
  // Without a deadline nothing expires, so the port does not count as an alternative.
  const isTimed = (ownValue(config, 'deadlineMs') ?? null) !== null;
  const live =
    kind.mode === 'wait' && !isTimed ? ports.filter((port) => port !== 'expired') : ports;
  return { ports: live, firing: live.length > 1 ? (firing ?? 'all') : 'all' };
}
