import type { SketchEdge } from '../sketch.ts';

type Links = ReadonlyMap<string, readonly string[]>;

/** Finds what lies between the ends of an edge that leads back: what its target leads to, and what leads to its source. */
export function loopBodies(
  edges: readonly SketchEdge[],
): (from: string, to: string) => readonly string[] {
  let links: { readonly after: Links; readonly before: Links } | undefined;
  return (from, to) => {
    links ??= { after: linksOf(edges, 'from', 'to'), before: linksOf(edges, 'to', 'from') };
    const following = reach(to, links.after);
    const leading = reach(from, links.before);
    return [...following].filter((id) => leading.has(id));
  };
}

function linksOf(edges: readonly SketchEdge[], near: 'from' | 'to', far: 'from' | 'to'): Links {
  const links = new Map<string, string[]>();
  for (const edge of edges) {
    if (edge.kind === 'subagent') continue;
    const known = links.get(edge[near]);
    if (known === undefined) links.set(edge[near], [edge[far]]);
    else known.push(edge[far]);
  }
  return links;
}

function reach(start: string, links: Links): ReadonlySet<string> {
  const seen = new Set([start]);
  // A set grows while it is walked.
  for (const id of seen) for (const next of links.get(id) ?? []) seen.add(next);
  return seen;
}
