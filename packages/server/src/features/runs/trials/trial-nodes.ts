// Nodes of a trial run that do not do what their authors wrote: they give what somebody supplied.
import {
  escapeTemplate,
  isObject,
  nodeName,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/api';
import { idOf, isCall, type NodesAndEdges } from './approvals-before.ts';
import { fromOf, toOf } from './reach.ts';

/** What people call the node. */
export function called(node: JsonObject): string {
  const read = (key: string) => textAt(node, key) ?? '';
  return nodeName({ id: read('id'), type: read('type'), name: read('name') });
}

/** Gives the value, under the id of the node that it stands for, and is called like it. */
export function constant(node: JsonObject, value: Json): JsonObject {
  return {
    id: idOf(node),
    name: called(node),
    type: 'transform',
    config: { value: literal(value) },
  };
}

/** An output is never read as a template, and neither are its keys. */
function literal(value: Json): Json {
  if (typeof value === 'string') return escapeTemplate(value);
  if (Array.isArray(value)) return value.map(literal);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, literal(each)]));
}

/** The agents that these nodes may call, at any depth, and the nodes themselves. */
export function withAgents(
  ids: ReadonlySet<string>,
  { edges }: NodesAndEdges,
): ReadonlySet<string> {
  const found = new Set(ids);
  // Grows during iteration.
  for (const id of found) {
    for (const edge of edges) if (isCall(edge) && fromOf(edge) === id) found.add(toOf(edge));
  }
  return found;
}

/**
 * Whether a constant can take the place of the node among others that run: it has one port, so nothing that follows may depend on which
 * port the node chooses.
 */
export function canBeGiven(id: string, { edges }: NodesAndEdges): boolean {
  return !edges.some((edge) => fromOf(edge) === id && hasPort(edge));
}

export function hasPort(edge: JsonObject): boolean {
  return (ownValue(edge, 'out') ?? 'output') !== 'output';
}

/** A name that no node has. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? freeId(`${wanted}~`, taken) : wanted;
}

export function joinOf(node: JsonObject): string {
  return textAt(node, 'join') ?? 'all';
}

export function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

export function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
