// From a dataflow to a native workflow
// Nodes and edges keep their places, so that a place in the one is a place in the other; what is added comes after them and
// is marked as derived. Only what the native form means differently is written differently:
//
// L1. An edge carries the context when it is marked so, or leaves a port that has nothing else to give.
// L2. Nodes without a port `context`, such as native ones, let it out with their output. So does a marked edge leave by the port
//     of the context, if its own port is only a name: one that its source cannot fire, or that no edge takes a value from.
// L3. The targets of a node take their turns in the order in which its edges name them first. A target with several edges
//     from one node is ready only with the last of them, so these get priorities that bring them together.
// L4. Several edges back to the head of a conversation meet in a derived join first, so that a round opens one wait.
import {
  escapeTemplate,
  setOwn,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import { prefix } from '../shape/dataflow-nodes.ts';
import { contextPort, type Flow, type FlowEdge, type FlowNode } from '../read/read-flow.ts';
import { nativeType, type Known } from '../read/native-type.ts';
import {
  contextWay,
  functionPort,
  isContextPort,
  readSource,
  type FlowSource,
} from '../read/flow-ports.ts';

export interface Lowered {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly contexts: { readonly [id: string]: JsonObject } | undefined;
}

/** `isLoop` says by place in `flow.edges` which of them lead back to the head of a conversation. */
export function lowerFlow(flow: Flow, isLoop: Int32Array, known: Known): Lowered {
  const sources = new Map<string, FlowSource>();
  for (const node of flow.nodes) {
    if (!sources.has(node.id)) sources.set(node.id, readSource(node, known));
  }
  const valued = new Set(flow.edges.flatMap((edge) => (edge.isContextEdge ? [] : [portKey(edge)])));
  const edges = flow.edges.map((edge, place) => {
    const source = sources.get(edge.source);
    const hasValue = valued.has(portKey(edge));
    return lowerEdge(edge, { source, hasValue, isLoop: isLoop[place] === 1 });
  });
  const inputs = portsByNode(edges);
  const nodes = flow.nodes.map((node) => lowerNode(node, inputs.get(node.id) ?? [], known));
  collectLoops(nodes, edges);
  orderTargets(edges);
  return { nodes, edges, contexts: mainContext(flow) };
}

function portsByNode(edges: readonly WorkflowEdge[]): ReadonlyMap<string, readonly string[]> {
  const ports = new Map<string, string[]>();
  for (const edge of edges) {
    if (edge.carry === 'context' || edge.in === undefined) continue;
    const found = ports.get(edge.to);
    if (found === undefined) ports.set(edge.to, [edge.in]);
    else found.push(edge.in);
  }
  return ports;
}

function lowerNode(
  { id, type, label, config }: FlowNode,
  inputs: readonly string[],
  known: Known,
): WorkflowNode {
  const native = nativeType(type, known) ?? `${prefix}parallelSplit`;
  const isFunction = native === 'function' && type !== 'function';
  const settings = isFunction ? functionConfig(type, config ?? {}, inputs) : config;
  return {
    id,
    type: native,
    ...(label === undefined ? {} : { name: label }),
    ...(settings === undefined ? {} : { config: settings }),
  };
}

/** A registered function gets its inputs by name; the config provides those that no edge brings. */
function functionConfig(name: string, config: JsonObject, inputs: readonly string[]): JsonObject {
  const escapedName = escapeTemplate(name);
  if (Object.keys(config).length === 0) return { name: escapedName };
  const args: { [port: string]: Json } = {};
  for (const [key, value] of Object.entries(config)) setOwn(args, key, escapeAll(value));
  for (const port of inputs) setOwn(args, port, `\${inputs[${JSON.stringify(port)}]}`);
  return { name: escapedName, args };
}

function escapeAll(value: Json): Json {
  if (typeof value === 'string') return escapeTemplate(value);
  if (Array.isArray(value)) return value.map((item: Json) => escapeAll(item));
  if (typeof value !== 'object' || value === null) return value;
  const escaped: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) setOwn(escaped, key, escapeAll(item));
  return escaped;
}

/** Text that two ports share only if they are the same. */
function portKey({ source, output }: FlowEdge): string {
  return JSON.stringify([source, output]);
}

interface EdgePlace {
  readonly source: FlowSource | undefined;
  /** Whether an edge takes a value from its port. */
  readonly hasValue: boolean;
  readonly isLoop: boolean;
}

function lowerEdge(edge: FlowEdge, { source, hasValue, isLoop }: EdgePlace): WorkflowEdge {
  const { id, output, target, input } = edge;
  const carries = edge.isContextEdge ?? isContextPort(output, source?.type ?? '');
  const named = source?.isFunction === true ? functionPort(output) : output;
  return {
    ...(id === undefined ? {} : { id }),
    from: edge.source,
    out: carries ? contextWay(named, source?.ports ?? 'every', hasValue) : named,
    to: target,
    in: input,
    ...(isLoop ? { loop: true } : {}),
    ...(carries ? { carry: 'context' } : {}),
  };
}

function collectLoops(nodes: WorkflowNode[], edges: WorkflowEdge[]): void {
  const taken = new Set(nodes.map(({ id }) => id));
  const places = new Map<string, number[]>();
  for (const [place, { loop, to }] of edges.entries()) {
    if (loop !== true) continue;
    const found = places.get(to);
    if (found === undefined) places.set(to, [place]);
    else found.push(place);
  }
  for (const [head, loops] of places) {
    if (loops.length < 2) continue;
    const join = freeId(`${head} again`, taken);
    let carries = false;
    for (const place of loops) {
      const { loop: _, ...edge } = edges[place] as WorkflowEdge;
      edges[place] = { ...edge, to: join };
      carries ||= edge.carry === 'context';
    }
    nodes.push({ id: join, type: 'join', derived: true });
    edges.push({
      from: join,
      to: head,
      in: contextPort,
      loop: true,
      ...(carries ? { carry: 'context' } : {}),
      derived: true,
    });
  }
}

/** Only where edges to different targets are mixed, so that most edges say nothing about it (L3). */
function orderTargets(edges: WorkflowEdge[]): void {
  const placesOf = Map.groupBy(edges.keys(), (place) => (edges[place] as WorkflowEdge).from);
  for (const places of placesOf.values()) {
    const targets = places.map((place) => (edges[place] as WorkflowEdge).to);
    const rank = new Map([...new Set(targets)].map((target, index) => [target, index]));
    const ranks = targets.map((target) => rank.get(target) ?? 0);
    if (ranks.every((each, index) => index === 0 || (ranks[index - 1] ?? 0) <= each)) continue;
    for (const [index, place] of places.entries()) {
      edges[place] = { ...(edges[place] as WorkflowEdge), priority: ranks[index] ?? 0 };
    }
  }
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted} ${number}`;
  taken.add(id);
  return id;
}

const settingKeys = ['provider', 'model', 'systemInstructions'] as const;

/** The settings that a node gives to its context. */
export function contextSettings(config: JsonObject): { [key: string]: Json } {
  const settings: { [key: string]: Json } = {};
  for (const key of settingKeys) {
    const value = config[key];
    if (Object.hasOwn(config, key) && typeof value === 'string' && value !== '') {
      settings[key] = value;
    }
  }
  return settings;
}

function mainContext({ nodes }: Flow): Workflow['contexts'] {
  const starts = nodes.filter(({ type }) => type === 'defaultContextStart');
  if (starts.length === 0) return undefined;
  const settings: { [key: string]: Json } = {};
  // The first one that sets something wins.
  for (const { config } of starts.toReversed()) {
    Object.assign(settings, contextSettings(config ?? {}));
  }
  return { main: settings };
}
