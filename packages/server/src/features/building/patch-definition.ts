// Small changes of a native definition
// A model that changes one node must not write the whole workflow again: that costs more, and loses what it forgets.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { badArgument } from './building-tool.ts';

export function patchDefinition(definition: JsonObject, ops: readonly Json[]): JsonObject {
  return ops.reduce<JsonObject>((changed, op, place) => {
    if (!isObject(op)) throw refused(place, 'is not an object');
    return applyOp(changed, op, place);
  }, definition);
}

type Apply = (definition: JsonObject, op: JsonObject, place: number) => JsonObject;

const operations: ReadonlyMap<unknown, Apply> = new Map<unknown, Apply>([
  ['add_node', addNode],
  ['update_node', updateNode],
  ['remove_node', removeNode],
  ['add_edge', addEdge],
  ['remove_edge', removeEdge],
  ['set', setKey],
]);

function applyOp(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  const apply = operations.get(op['op']);
  if (apply !== undefined) return apply(definition, op, place);
  const known = [...operations.keys()].join(', ');
  throw refused(place, `has an unknown "op": ${JSON.stringify(op['op'])}. There are ${known}`);
}

function addEdge(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  return { ...definition, edges: [...listIn(definition, 'edges'), objectIn(op, 'edge', place)] };
}

/** With `after`, an edge from that node is added too. */
function addNode(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  const node = objectIn(op, 'node', place);
  const nodes = listIn(definition, 'nodes');
  if (nodes.some((each) => idOf(each) === idOf(node)))
    throw refused(place, `adds the node ${JSON.stringify(idOf(node))}, which is there already`);
  const added = { ...definition, nodes: [...nodes, node] };
  const after = ownValue(op, 'after');
  if (after === undefined) return added;
  requireNode(nodes, after, place);
  const edge = { from: after, to: idOf(node) };
  return { ...added, edges: [...listIn(definition, 'edges'), edge] };
}

/** Keys of `config` are merged, so that the others stay; null removes a key. */
function updateNode(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  const id = ownValue(op, 'id') ?? null;
  const nodes = listIn(definition, 'nodes');
  requireNode(nodes, id, place);
  const change = objectIn(op, 'change', place);
  return {
    ...definition,
    nodes: nodes.map((node) => (isObject(node) && idOf(node) === id ? merged(node, change) : node)),
  };
}

function merged(object: JsonObject, change: JsonObject): JsonObject {
  const { config, ...rest } = change;
  const before = ownValue(object, 'config');
  const settingsBefore = isObject(before) ? before : {};
  const settings =
    config === undefined
      ? {}
      : {
          config: isObject(config) ? without({ ...settingsBefore, ...config }) : config,
        };
  return without({ ...object, ...rest, ...settings });
}

function without(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function removeNode(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  const id = ownValue(op, 'id') ?? null;
  const nodes = listIn(definition, 'nodes');
  requireNode(nodes, id, place);
  return {
    ...definition,
    nodes: nodes.filter((node) => idOf(node) !== id),
    edges: listIn(definition, 'edges').filter(
      (edge) => !isObject(edge) || (edge['from'] !== id && edge['to'] !== id),
    ),
  };
}

/** All that the operation names must fit; the edge is one of them. */
function removeEdge(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  const { op: _, ...wanted } = op;
  const edges = listIn(definition, 'edges');
  const fits = (edge: Json) =>
    isObject(edge) && Object.entries(wanted).every(([key, value]) => edge[key] === value);
  if (!edges.some(fits)) throw refused(place, 'names an edge that is not there');
  return { ...definition, edges: edges.filter((edge) => !fits(edge)) };
}

const settable = [
  'name',
  'description',
  'entry',
  'policy',
  'state',
  'trigger',
  'triggers',
  'tools',
];

function setKey(definition: JsonObject, op: JsonObject, place: number): JsonObject {
  const key = ownValue(op, 'key');
  if (typeof key !== 'string' || !settable.includes(key))
    throw refused(place, `sets ${JSON.stringify(key)}; there are ${settable.join(', ')}`);
  const { [key]: _, ...rest } = definition;
  const value = ownValue(op, 'value') ?? null;
  return value === null ? rest : { ...rest, [key]: value };
}

function requireNode(nodes: readonly Json[], id: Json, place: number): void {
  if (nodes.some((node) => idOf(node) === id)) return;
  const known = nodes.map((node) => JSON.stringify(idOf(node))).join(', ');
  throw refused(
    place,
    `names the node ${JSON.stringify(id)}, which is not there; there are ${known}`,
  );
}

function idOf(node: Json): Json {
  return isObject(node) ? (ownValue(node, 'id') ?? null) : null;
}

function listIn(definition: JsonObject, key: string): readonly Json[] {
  const list = ownValue(definition, key);
  return Array.isArray(list) ? list : [];
}

const forms = {
  node: '{"op":"add_node","node":{"id":…,"type":…,"config":{…}}}',
  change: '{"op":"update_node","id":…,"change":{"config":{…}}}',
  edge: '{"op":"add_edge","edge":{"from":…,"to":…}}',
} as const;

function objectIn(op: JsonObject, key: keyof typeof forms, place: number): JsonObject {
  const value = ownValue(op, key);
  if (isObject(value)) return value;
  throw refused(place, `has no object "${key}". Write ${forms[key]}`);
}

function refused(place: number, complaint: string): Error {
  return badArgument('ops', `item ${place} ${complaint}`);
}
