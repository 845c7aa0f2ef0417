// What changed between two definitions
// Compares the content of two workflows, ignoring key order and layout.
//
// X1. Two workflows are equal here exactly when they have the same content hash.
// X2. Nodes are matched by id; edges by id, else by what they connect. Repeated ones are matched in their order.
import { equalJson, isObject, type Json, type JsonObject, type Workflow } from '@skein/kernel';
import { matchItems, type Matched } from './match-items.ts';
import { withoutLayout } from '../../dialect/without-layout.ts';

export interface WorkflowDiff {
  readonly equal: boolean;
  /** Changed keys of the workflow itself, its policy included. */
  readonly workflow: readonly Change[];
  readonly nodes: ListDiff;
  readonly edges: ListDiff;
}

export interface ListDiff {
  readonly added: readonly JsonObject[];
  readonly removed: readonly JsonObject[];
  readonly changed: readonly {
    readonly before: JsonObject;
    readonly after: JsonObject;
    readonly changes: readonly Change[];
  }[];
  /** The remaining entries have another order, which decides what starts first. */
  readonly reordered: boolean;
}

/** A value that differs; a side that is absent has no such key. */
export interface Change {
  readonly path: readonly (string | number)[];
  readonly before?: Json;
  readonly after?: Json;
}

export function diffWorkflows(options: {
  readonly before: Workflow;
  readonly after: Workflow;
}): WorkflowDiff {
  const before = comparable(options.before);
  const after = comparable(options.after);
  const workflow = changesBetween(before.rest, after.rest).filter(
    ({ path }) => path[0] !== 'edges' || before.edges.length + after.edges.length === 0,
  );
  const nodes = diffList(before.nodes, after.nodes, nodeKeys);
  const edges = diffList(before.edges, after.edges, edgeKeys);
  const equal = workflow.length === 0 && isUnchanged(nodes) && isUnchanged(edges);
  return { equal, workflow, nodes, edges };
}

interface Comparable {
  readonly rest: JsonObject;
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
}

function comparable(workflow: Workflow): Comparable {
  // A workflow is a JSON object whose nodes and edges are JSON objects.
  const said = withoutLayout(workflow as unknown as Json) as JsonObject;
  const { nodes, edges, ...rest } = said;
  return {
    // No list of edges and an empty one mean the same, but are different definitions (X1).
    rest: Array.isArray(edges) && edges.length === 0 ? { ...rest, edges } : rest,
    nodes: (nodes ?? []) as readonly JsonObject[],
    edges: (edges ?? []) as readonly JsonObject[],
  };
}

function nodeKeys(node: JsonObject): readonly string[] {
  return [JSON.stringify(node['id'])];
}

function edgeKeys(edge: JsonObject): readonly string[] {
  const { id, from, out = 'output', to, in: into = 'input' } = edge;
  const ends = JSON.stringify([from, out, to, into]);
  return id === undefined ? [ends] : [JSON.stringify(id), ends];
}

function diffList(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  keysOf: (item: JsonObject) => readonly string[],
): ListDiff {
  const { pairs, removed, added } = matchItems(before, after, keysOf);
  const changed = pairs
    .map((pair) => ({ ...pair, changes: changesBetween(pair.before, pair.after) }))
    .filter(({ changes }) => changes.length > 0)
    .map(({ before: old, after: current, changes }) => ({ before: old, after: current, changes }));
  return { added, removed, changed, reordered: isReordered(pairs) };
}

function isReordered(pairs: readonly Matched[]): boolean {
  return pairs.some(({ place }, i) => i > 0 && place < (pairs[i - 1]?.place ?? 0));
}

function isUnchanged({ added, removed, changed, reordered }: ListDiff): boolean {
  return added.length + removed.length + changed.length === 0 && !reordered;
}

/** The smallest places at which two objects differ. */
function changesBetween(before: JsonObject, after: JsonObject): readonly Change[] {
  const changes: Change[] = [];
  compareObjects({ before, after, path: [], changes });
  return changes;
}

interface Comparison<T> {
  readonly before: T;
  readonly after: T;
  readonly path: readonly (string | number)[];
  readonly changes: Change[];
}

function compareObjects({ before, after, path, changes }: Comparison<JsonObject>): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const inner = [...path, key];
    if (!Object.hasOwn(after, key)) changes.push({ path: inner, before: before[key] as Json });
    else if (!Object.hasOwn(before, key)) changes.push({ path: inner, after: after[key] as Json });
    else {
      const [old, current] = [before[key] as Json, after[key] as Json];
      compareValues({ before: old, after: current, path: inner, changes });
    }
  }
}

function compareValues({ before, after, path, changes }: Comparison<Json>): void {
  if (isObject(before) && isObject(after)) {
    compareObjects({ before, after, path, changes });
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, old] of before.entries()) {
      const current = after[index] as Json;
      compareValues({ before: old as Json, after: current, path: [...path, index], changes });
    }
  } else if (!equalJson(before, after)) {
    changes.push(...(changedItems(before, after, path) ?? [{ path, before, after }]));
  }
}

/** Objects that were only added to a list, or only removed, side by side; null for any other change, which is one as a whole. */
function changedItems(
  before: Json,
  after: Json,
  path: readonly (string | number)[],
): readonly Change[] | null {
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  // JSON lists hold JSON.
  const [was, is] = [before as readonly Json[], after as readonly Json[]];
  const [shorter, longer] = was.length < is.length ? [was, is] : [is, was];
  const differs = shorter.findIndex((item, index) => !equalJson(item, longer[index]));
  const start = differs === -1 ? shorter.length : differs;
  const count = longer.length - shorter.length;
  const isRest = shorter
    .slice(start)
    .every((item, i) => equalJson(item, longer[start + count + i]));
  const items = longer.slice(start, start + count);
  if (!isRest || !items.every((item) => isObject(item))) return null;
  return items.map((item, index) => {
    const place = [...path, start + index];
    return longer === is ? { path: place, after: item } : { path: place, before: item };
  });
}
