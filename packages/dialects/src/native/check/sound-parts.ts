// The valid parts of a broken definition
// Lets the kernel check the structure of a definition although some of its shapes are wrong, so that an author sees a dangling edge
// and a misspelled join at the same time. Parts with errors are removed; the others keep their places.
import {
  isObject,
  ownValue,
  type Diagnostic,
  type Json,
  type JsonObject,
  type Workflow,
} from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';

export interface SoundParts {
  readonly workflow: Workflow;
  /** Turns a place in the sound parts into the same place in the definition. */
  readonly restore: (diagnostic: Diagnostic) => Diagnostic;
}

/** Null when too little is left to say anything about the structure. */
export function soundParts(
  definition: JsonObject,
  findings: readonly Finding[],
): SoundParts | null {
  const broken = groupByPlace(findings.filter(({ severity }) => severity === 'error'));
  const nodes = ownValue(definition, 'nodes');
  if (broken.root || !Array.isArray(nodes)) return null;
  const edges = ownValue(definition, 'edges');
  const soundNodes = keepSound(nodes as Json[], broken.nodes, soundNode);
  const soundEdges = keepSound(
    Array.isArray(edges) ? (edges as Json[]) : [],
    broken.edges,
    soundEdge,
  );
  const rest = without(definition, broken.keys);
  const workflow = { ...rest, skein: 1, nodes: soundNodes.items, edges: soundEdges.items };
  return {
    // Everything in it has passed the check of its shape, or was removed.
    workflow: workflow as unknown as Workflow,
    restore: (diagnostic) => restorePlace(diagnostic, soundNodes.places, soundEdges.places),
  };
}

interface BrokenPlaces {
  root: boolean;
  /** Wrong keys of the workflow itself, its policy included: a policy with a mistake is left out as a whole. */
  readonly keys: Set<string>;
  /** Wrong keys of nodes and edges, by index. */
  readonly nodes: Map<number, Set<string>>;
  readonly edges: Map<number, Set<string>>;
}

function groupByPlace(findings: readonly Finding[]): BrokenPlaces {
  const broken: BrokenPlaces = { root: false, keys: new Set(), nodes: new Map(), edges: new Map() };
  for (const { path } of findings) {
    const [key, index, part] = path;
    const list = key === 'nodes' ? broken.nodes : key === 'edges' ? broken.edges : undefined;
    if (key === undefined) broken.root = true;
    else if (list === undefined || typeof index !== 'number') broken.keys.add(String(key));
    // A key that is missing is reported at the node itself.
    else
      list.set(index, (list.get(index) ?? new Set()).add(part === undefined ? '' : String(part)));
  }
  return broken;
}

function keepSound(
  items: readonly Json[],
  broken: ReadonlyMap<number, ReadonlySet<string>>,
  repair: (item: JsonObject, wrong: ReadonlySet<string>) => JsonObject | null,
): { readonly items: readonly Json[]; readonly places: readonly number[] } {
  const kept: Json[] = [];
  const places: number[] = [];
  for (const [index, item] of items.entries()) {
    const wrong = broken.get(index);
    const sound = wrong === undefined ? item : isObject(item) ? repair(item, wrong) : null;
    if (sound === null) continue;
    kept.push(sound);
    places.push(index);
  }
  return { items: kept, places };
}

function soundNode(node: JsonObject, wrong: ReadonlySet<string>): JsonObject | null {
  const id = ownValue(node, 'id');
  if (typeof id !== 'string' || id === '') return null;
  const isAboutType = wrong.has('') || wrong.has('type') || wrong.has('config');
  // A join needs no config, so the node stays known to edges and references without a second complaint about its own.
  return isAboutType ? { id, type: 'join' } : without(node, wrong);
}

function soundEdge(edge: JsonObject, wrong: ReadonlySet<string>): JsonObject | null {
  return wrong.has('') || wrong.has('from') || wrong.has('to') ? null : without(edge, wrong);
}

function without(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}

function restorePlace(
  diagnostic: Diagnostic,
  nodes: readonly number[],
  edges: readonly number[],
): Diagnostic {
  const pointer = diagnostic.pointer.replace(
    /^\/(nodes|edges)\/(\d+)/,
    (_, list: string, index: string) =>
      `/${list}/${(list === 'nodes' ? nodes : edges)[Number(index)] ?? index}`,
  );
  return { ...diagnostic, pointer };
}
