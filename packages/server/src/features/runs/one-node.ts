// One node of a workflow as a workflow of its own
// N1. The node stays as it is, with the agents that it may call. All other nodes become constants with the supplied outputs.
//     An output that was not supplied is missing, as in a run in which that node has not run yet.
//     Approvals before a node with effects are no constants: they are asked again, because a supplied output approves nothing.
// N2. All supplied outputs are there before the node starts. Nothing follows it: its output is the output of the run.
import { escapeTemplate, isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { approvalsBefore, hasEffects, idOf, isCall, partsOf } from './approvals-before.ts';

export interface OneNode {
  readonly node: string;
  /** Outputs of other nodes, by their ids. */
  readonly outputs: JsonObject;
}

/** From a native workflow to a native workflow; null when it has no such node. */
export function oneNode(workflow: JsonObject, { node, outputs }: OneNode): JsonObject | null {
  const { nodes, edges } = partsOf(workflow);
  const asked = nodes.find((each) => idOf(each) === node);
  if (asked === undefined) return null;
  const agents = agentsOf(node, edges);
  const approvals = hasEffects(asked) ? approvalsBefore(node, { nodes, edges }) : [];
  const supplied = nodes
    .map(idOf)
    .filter(
      (id) => !agents.has(id) && !approvals.includes(id) && ownValue(outputs, id) !== undefined,
    );
  const kept = [...approvals, node];
  const keptIds = new Set(kept);
  const known = new Set([...supplied, ...approvals]);
  const leading = edges.filter(
    (edge) => !isCall(edge) && keptIds.has(textIn(edge, 'to')) && known.has(textIn(edge, 'from')),
  );
  const begun = new Set(leading.map((edge) => textIn(edge, 'to')));
  const sources = new Set(leading.map((edge) => textIn(edge, 'from')));
  const leadingIds = supplied.filter((id) => sources.has(id));
  const others = supplied.filter((id) => !sources.has(id));
  // What nothing leads to begins, after the outputs that no edge uses.
  const beginning = [
    ...leadingIds,
    ...kept.filter((id) => !begun.has(id) && !awaits(id, node, approvals)),
  ];
  const [first] = others;
  return {
    skein: 1,
    ...pick(workflow, ['policy', 'contexts', 'state']),
    name: `Trial run of ${node}: ${textIn(workflow, 'name') || 'a workflow without a name'}`,
    entry: first === undefined ? beginning : [first],
    nodes: nodes.map((each) => {
      const id = idOf(each);
      if (id === node) return toRun(each, approvals);
      if (approvals.includes(id)) return without(each, ['join', 'n', 'cancels']);
      return agents.has(id) ? each : constant(id, ownValue(outputs, id) ?? null);
    }),
    edges: [
      ...edges.filter((edge) => isCall(edge) && agents.has(textIn(edge, 'from'))),
      ...inOrder(others, beginning),
      // A constant has one port; an approval has its own.
      ...leading.map((edge) =>
        pick(edge, approvals.includes(textIn(edge, 'from')) ? [...edgeKeys, 'out'] : edgeKeys),
      ),
      ...approvals
        .filter((id) => !leading.some((edge) => isFromTo(edge, id, node)))
        .map((from) => ({ from, out: 'approved', to: node, in: `approval ${from}` })),
    ],
  };
}

const edgeKeys = ['from', 'to', 'in', 'carry'];

/** Whether the node starts by its approvals, and not by itself. */
function awaits(id: string, node: string, approvals: readonly string[]): boolean {
  return id === node && approvals.length > 0;
}

function isFromTo(edge: JsonObject, from: string, to: string): boolean {
  return textIn(edge, 'from') === from && textIn(edge, 'to') === to;
}

/** After all of its approvals. */
function toRun(node: JsonObject, approvals: readonly string[]): JsonObject {
  const alone = without(node, ['join', 'n', 'cancels']);
  return approvals.length === 0 ? alone : { ...alone, join: 'all' };
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
