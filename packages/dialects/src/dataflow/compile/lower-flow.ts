// From a dataflow to a native workflow
// Nodes and edges keep their places, so that a place in the one is a place in the other; what is added comes after them and
// is marked as derived. Only what the native form means differently is written differently:
//
// L1. An edge carries the context when it is marked so, or leaves a port that has nothing else to give.
// L2. Native nodes have no port `context`: their context leaves with their output.
// L3. The targets of a node take their turns in the order in which its edges name them first. A target with several edges
//     from one node is ready only with the last of them, so these get priorities that bring them together.
// L4. Several edges back to the head of a conversation meet in a derived join first, so that a round opens one wait.
import {
  escapeTemplate,
  nativeKinds,
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

export interface Lowered {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly contexts: { readonly [id: string]: JsonObject } | undefined;
}

/** `isLoop` says by place in `flow.edges` which of them lead back to the head of a conversation. */
export function lowerFlow(flow: Flow, isLoop: Int32Array, known: Known): Lowered {
  const typeOf = new Map<string, string>();
  for (const { id, type } of flow.nodes) if (!typeOf.has(id)) typeOf.set(id, type);
  const edges = flow.edges.map((edge, place) => {
    const sourceType = typeOf.get(edge.source) ?? '';
    return lowerEdge(edge, { sourceType, isLoop: isLoop[place] === 1, known });
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

interface EdgePlace {
  readonly sourceType: string;
  readonly isLoop: boolean;
  readonly known: Known;
}

function lowerEdge(edge: FlowEdge, { sourceType, isLoop, known }: EdgePlace): WorkflowEdge {
  const { id, source, output, target, input } = edge;
  const carries = edge.isContextEdge ?? isContextPort(output, sourceType);
  return {
    ...(id === undefined ? {} : { id }),
    from: source,
    out: nativePort(output, sourceType, known),
    to: target,
    in: input,
    ...(isLoop ? { loop: true } : {}),
    ...(carries ? { carry: 'context' } : {}),
  };
}

/** Which outputs have nothing to give but the context (L1). */
export function isContextPort(output: string, sourceType: string): boolean {
  if (output === contextPort) return true;
  return sourceType === 'intentRouter' && output.endsWith('-context');
}

function nativePort(output: string, sourceType: string, known: Known): string {
  if (nativeKinds.has(sourceType)) return output === contextPort ? 'output' : output;
  if (nativeType(sourceType, known) !== 'function') return output;
  // A registered function gives one value, whatever the author calls it.
  return functionPorts.has(output) ? 'output' : output;
}

const functionPorts: ReadonlySet<string> = new Set([contextPort, 'result', 'data']);

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
