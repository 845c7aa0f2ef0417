// Which nodes of a workflow a trial run executes
import { textAt, type JsonObject } from '@skein/api';
import { idOf, isCall, type NodesAndEdges } from './approvals-before.ts';

/** `node`: this one alone. `from`: it and everything after it. `to`: everything before it, and it. */
export type Reach = 'node' | 'from' | 'to';

/** The node and what follows it. What an edge leads back to, before the node, is not run again: the trial ends there. */
export function nodesFrom(node: string, parts: NodesAndEdges): ReadonlySet<string> {
  const back = edgesBack(parts);
  const found = new Set([node]);
  // Grows during iteration.
  for (const id of found) {
    for (const edge of parts.edges) {
      if (!isCall(edge) && !back.has(edge) && fromOf(edge) === id) found.add(toOf(edge));
    }
  }
  return found;
}

/** The node and what leads to it, without what only leads to `given` nodes: those are not computed. */
export function nodesTo(
  node: string,
  { edges }: NodesAndEdges,
  given: (id: string) => boolean,
): ReadonlySet<string> {
  const found = new Set([node]);
  // Grows during iteration.
  for (const id of found) {
    if (given(id)) continue;
    for (const edge of edges) {
      // Nothing follows the node, so what comes back from there does not come.
      if (!isCall(edge) && toOf(edge) === id && fromOf(edge) !== node) found.add(fromOf(edge));
    }
  }
  return found;
}

/** The nodes that these edges lead to, from the first ones on. */
export function reachedFrom(
  first: readonly string[],
  edges: readonly JsonObject[],
): ReadonlySet<string> {
  const found = new Set(first);
  // Grows during iteration.
  for (const id of found) {
    for (const edge of edges) if (fromOf(edge) === id) found.add(toOf(edge));
  }
  return found;
}

/** Edges that close a loop: those that say so, and those to a node on the way from an entry to their own. */
function edgesBack({ nodes, edges }: NodesAndEdges): ReadonlySet<JsonObject> {
  const back = new Set(edges.filter((edge) => edge['loop'] === true));
  const leaving = new Map<string, JsonObject[]>();
  const entered = new Set<string>();
  for (const edge of edges) {
    if (isCall(edge) || back.has(edge)) continue;
    entered.add(toOf(edge));
    const others = leaving.get(fromOf(edge));
    if (others === undefined) leaving.set(fromOf(edge), [edge]);
    else others.push(edge);
  }
  const ids = nodes.map(idOf);
  const done = new Set<string>();
  // Entries first: where a cycle has one, it begins there.
  for (const id of [...ids.filter((each) => !entered.has(each)), ...ids]) {
    walk(id, { leaving, done, back });
  }
  return back;
}

interface Walk {
  readonly leaving: ReadonlyMap<string, readonly JsonObject[]>;
  readonly done: Set<string>;
  readonly back: Set<JsonObject>;
}

/** Depth first, with a stack of its own: definitions may be long chains. */
function walk(first: string, { leaving, done, back }: Walk): void {
  if (done.has(first)) return;
  const onPath = new Set([first]);
  const stack = [{ id: first, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = leaving.get(top.id)?.[top.next++];
    if (edge === undefined) {
      done.add(top.id);
      onPath.delete(top.id);
      stack.pop();
      continue;
    }
    const to = toOf(edge);
    if (onPath.has(to)) back.add(edge);
    else if (!done.has(to)) {
      onPath.add(to);
      stack.push({ id: to, next: 0 });
    }
  }
}

export function fromOf(edge: JsonObject): string {
  return textAt(edge, 'from') ?? '';
}

export function toOf(edge: JsonObject): string {
  return textAt(edge, 'to') ?? '';
}
