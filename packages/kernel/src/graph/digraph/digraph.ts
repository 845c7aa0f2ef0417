// Directed graphs as integer arrays
// What the algorithms of this folder work on: vertices and arcs are numbers, neighbours are adjacent in memory. Every
// algorithm is iterative, because definitions of 100,000 nodes in a row are allowed and the stack is not that deep.

export interface Digraph {
  readonly size: number;
  /** By arc. */
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** The arcs out of vertex v are `outArcs[outStart[v]]` to before `outArcs[outStart[v + 1]]`, in order of the arcs. */
  readonly outStart: Int32Array;
  readonly outArcs: Int32Array;
  readonly inStart: Int32Array;
  readonly inArcs: Int32Array;
}

export interface Arcs {
  readonly size: number;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
}

export function createDigraph({ size, sources, targets }: Arcs): Digraph {
  const out = groupArcs(size, sources);
  const into = groupArcs(size, targets);
  return {
    size,
    sources,
    targets,
    outStart: out.start,
    outArcs: out.arcs,
    inStart: into.start,
    inArcs: into.arcs,
  };
}

/** Every index in these algorithms comes from the graph that the array was made for, so there is always a number. */
export function at(array: Int32Array, index: number): number {
  return array[index] as number;
}

/** A counting sort of the arcs by one of their ends. */
function groupArcs(size: number, ends: Int32Array): { start: Int32Array; arcs: Int32Array } {
  const start = new Int32Array(size + 1);
  for (const end of ends) start[end + 1] = at(start, end + 1) + 1;
  for (let vertex = 0; vertex < size; vertex++) {
    start[vertex + 1] = at(start, vertex + 1) + at(start, vertex);
  }
  const next = start.slice();
  const arcs = new Int32Array(ends.length);
  for (let arc = 0; arc < ends.length; arc++) {
    const end = at(ends, arc);
    const place = at(next, end);
    next[end] = place + 1;
    arcs[place] = arc;
  }
  return { start, arcs };
}
