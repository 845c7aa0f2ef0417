// One node of a workflow as a workflow of its own
// N1. The node stays as it is, with the agents that it may call. All other nodes become constants with the supplied outputs.
//     An output that was not supplied is missing, as in a run in which that node has not run yet.
// N2. All supplied outputs are there before the node starts. Nothing follows it: its output is the output of the run.
import { escapeTemplate, isObject, ownValue, type Json, type JsonObject } from '@skein/api';

export interface OneNode {
  readonly node: string;
  /** Outputs of other nodes, by their ids. */
  readonly outputs: JsonObject;
}

/** From a native workflow to a native workflow; null when it has no such node. */
export function oneNode(workflow: JsonObject, { node, outputs }: OneNode): JsonObject | null {
  const nodes = listIn(workflow, 'nodes');
  const edges = listIn(workflow, 'edges');
  if (!nodes.some((each) => idOf(each) === node)) return null;
  const agents = agentsOf(node, edges);
  const supplied = nodes
    .map(idOf)
    .filter((id) => !agents.has(id) && ownValue(outputs, id) !== undefined);
  const leading = edges.filter(
    (edge) =>
      !isCall(edge) && textIn(edge, 'to') === node && supplied.includes(textIn(edge, 'from')),
  );
  const before = new Set(leading.map((edge) => textIn(edge, 'from')));
  const others = supplied.filter((id) => !before.has(id));
  const [first] = others;
  const begin = first === undefined ? [...before] : [first];
  return {
    skein: 1,
    ...pick(workflow, ['name', 'policy', 'contexts']),
    entry: begin.length === 0 ? [node] : begin,
    nodes: nodes.map((each) => {
      const id = idOf(each);
      if (id === node) return without(each, ['join', 'n', 'cancels']);
      return agents.has(id) ? each : constant(id, ownValue(outputs, id) ?? null);
    }),
    edges: [
      ...edges.filter((edge) => isCall(edge) && agents.has(textIn(edge, 'from'))),
      ...inOrder(others, before.size === 0 ? [node] : [...before]),
      ...leading.map((edge) => pick(edge, ['from', 'to', 'in', 'carry'])),
    ],
  };
}

/** The node and the agents that it may call, at any depth. */
function agentsOf(node: string, edges: readonly JsonObject[]): ReadonlySet<string> {
  const found = new Set([node]);
  // Grows during iteration.
  for (const id of found) {
    for (const edge of edges) {
      if (isCall(edge) && textIn(edge, 'from') === id) found.add(textIn(edge, 'to'));
    }
  }
  return found;
}

function isCall(edge: JsonObject): boolean {
  return ownValue(edge, 'kind') === 'subagent';
}

/** A chain of the ids, then edges to all of `then`. */
function inOrder(ids: readonly string[], then: readonly string[]): readonly JsonObject[] {
  const last = ids.at(-1);
  if (last === undefined) return [];
  return [
    ...ids.slice(1).map((to, i) => ({ from: ids[i] ?? '', to })),
    ...then.map((to) => ({ from: last, to })),
  ];
}

function constant(id: string, value: Json): JsonObject {
  return { id, type: 'transform', config: { value: literal(value) } };
}

/** An output is never read as a template, and neither are its keys. */
function literal(value: Json): Json {
  if (typeof value === 'string') return escapeTemplate(value);
  if (Array.isArray(value)) return value.map(literal);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, literal(each)]));
}

function listIn(object: JsonObject, key: string): readonly JsonObject[] {
  const list = ownValue(object, key);
  return Array.isArray(list) ? (list as readonly Json[]).filter((each) => isObject(each)) : [];
}

function idOf(node: JsonObject): string {
  return textIn(node, 'id');
}

function textIn(object: JsonObject, key: string): string {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : '';
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
