// Order of nodes
// Two walks without recursion: one finds the edges that lead back, the other a reading order without them.

export interface Ordered {
  readonly order: readonly number[];
  /** Positions of the edges that close a cycle and are not known as loop edges. */
  readonly back: ReadonlySet<number>;
}

interface Input {
  readonly count: number;
  readonly edges: readonly EdgeEnds[];
  readonly entries: ReadonlySet<number>;
}

interface EdgeEnds {
  readonly from: number;
  readonly to: number;
  readonly isLoop: boolean;
}

/** Topological once loop and back edges are left out; entries first, what follows a node close after it. */
export function orderNodes({ count, edges, entries }: Input): Ordered {
  const leaving = Array.from({ length: count }, (): number[] => []);
  const arriving = new Uint32Array(count);
  for (const [position, { from, to, isLoop }] of edges.entries()) {
    if (isLoop) continue;
    leaving[from]?.push(position);
    arriving[to] = (arriving[to] ?? 0) + 1;
  }
  const numbers = Array.from({ length: count }, (_, number) => number);
  const sources = numbers.filter((number) => arriving[number] === 0);
  const back = findBackEdges([...entries, ...sources, ...numbers], edges, leaving);
  for (const position of back) {
    const { to } = edges[position] as EdgeEnds;
    arriving[to] = (arriving[to] ?? 0) - 1;
  }
  const ready = numbers.filter((number) => arriving[number] === 0);
  const entriesLast = ready.toSorted(
    (a, b) => Number(entries.has(a)) - Number(entries.has(b)) || b - a,
  );
  return { order: readOff(entriesLast, { edges, leaving, arriving, back }), back };
}

const unseen = 0;
const open = 1;
const closed = 2;

function findBackEdges(
  roots: readonly number[],
  edges: readonly EdgeEnds[],
  leaving: readonly (readonly number[])[],
): Set<number> {
  const back = new Set<number>();
  const states = new Uint8Array(leaving.length);
  const path: { readonly node: number; next: number }[] = [];
  const enter = (node: number): void => {
    if (states[node] !== unseen) return;
    states[node] = open;
    path.push({ node, next: 0 });
  };
  for (const root of roots) {
    enter(root);
    while (path.length > 0) {
      const top = path[path.length - 1] as { readonly node: number; next: number };
      const position = leaving[top.node]?.[top.next];
      top.next += 1;
      if (position === undefined) {
        states[top.node] = closed;
        path.pop();
        continue;
      }
      const { to } = edges[position] as EdgeEnds;
      if (states[to] === open) back.add(position);
      else enter(to);
    }
  }
  return back;
}

interface Remaining {
  readonly edges: readonly EdgeEnds[];
  readonly leaving: readonly (readonly number[])[];
  /** Edges into each node whose source has not been read yet. */
  readonly arriving: Uint32Array;
  readonly back: ReadonlySet<number>;
}

/** Takes the newest ready node first, so that a branch is read to its end before the next begins. */
function readOff(ready: number[], { edges, leaving, arriving, back }: Remaining): number[] {
  const order: number[] = [];
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    order.push(node);
    for (const position of (leaving[node] ?? []).toReversed()) {
      if (back.has(position)) continue;
      const { to } = edges[position] as EdgeEnds;
      arriving[to] = (arriving[to] ?? 0) - 1;
      if (arriving[to] === 0) ready.push(to);
    }
  }
  return order;
}
