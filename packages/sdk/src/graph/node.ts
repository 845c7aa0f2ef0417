import { makeRef } from '../refs/ref-data.ts';
import type { Ref } from '../refs/ref.ts';

/** A node of a graph, which others may come after. */
export interface GraphNode {
  readonly id: string;
}

/** A node of a graph whose output others may read. */
export interface OutputNode<T> extends GraphNode {
  readonly output: Ref<T>;
}

/** The node whose output is read, and what has to be over before it can be. */
export interface Place {
  readonly owner: object;
  readonly id: string;
  readonly node: string;
  readonly after: string;
}

const drafts = new WeakMap<GraphNode, Place>();

export function makeNode({ owner, id, node, after }: Place): OutputNode<unknown> {
  const output = makeRef<unknown>({ kind: 'value', owner, source: { node, after }, path: [] });
  const made = { id, output };
  drafts.set(made, { owner, id, node, after });
  return made;
}

/** Null for what no graph has made. */
export function placeOf(node: GraphNode): Place | null {
  return drafts.get(node) ?? null;
}
