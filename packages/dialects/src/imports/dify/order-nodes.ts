import type { DifyGraph, DifyNode } from './dify-graph.ts';

/** Nodes in the order of the graph: each after those that lead to it. Nodes of a circle come last, as they are written. */
export function orderNodes({ nodes, edges, byId }: DifyGraph): readonly DifyNode[] {
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { source, target } of edges) {
    if (byId.has(source) && open.has(target)) open.set(target, (open.get(target) ?? 0) + 1);
  }
  const next = new Map<string, string[]>();
  for (const { source, target } of edges) {
    if (byId.has(source) && byId.has(target))
      next.set(source, [...(next.get(source) ?? []), target]);
  }
  const ready = nodes.filter(({ id }) => open.get(id) === 0).map(({ id }) => id);
  const ordered: string[] = [];
  for (let at = 0; at < ready.length; at += 1) {
    const id = ready[at] ?? '';
    ordered.push(id);
    for (const target of next.get(id) ?? []) {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  const seen = new Set(ordered);
  const all = [...ordered, ...nodes.map(({ id }) => id).filter((id) => !seen.has(id))];
  return all.flatMap((id) => byId.get(id) ?? []);
}
