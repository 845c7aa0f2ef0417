// Edges of n8n between pieces
// n8n runs one node at a time: each branch to its end, the topmost first, or in the order of the connections. Here the order is the
// priority of edges. A node runs for each list that arrives at an input; one with several inputs waits for all of them.
import { setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { N8nEdge, N8nNode, N8nWorkflow } from '../read/n8n-workflow.ts';
import type { NativeEdge, NativeNode, Piece } from '../context/piece.ts';

export type Pieces = ReadonlyMap<N8nNode, Piece>;

export interface Connected {
  readonly edges: readonly NativeEdge[];
  /** Native nodes that run for each arrival. */
  readonly runsForEach: ReadonlySet<string>;
}

export function connectPieces(workflow: N8nWorkflow, pieces: Pieces): Connected {
  const edges = workflow.edges.filter(({ from, to }) => pieces.has(from) && pieces.has(to));
  const loops = findLoopEdges(workflow.nodes, edges);
  const native: NativeEdge[] = [];
  for (const from of new Set(edges.map((edge) => edge.from))) {
    const own = edges.filter((edge) => edge.from === from);
    const ordered = workflow.isDepthFirst
      ? own.toSorted(byPosition)
      : own.toSorted((left, right) => left.output - right.output);
    for (const [priority, edge] of ordered.entries()) {
      native.push(...nativeEdges(edge, pieces, { priority, loop: loops.has(edge), edges }));
    }
  }
  return { edges: native, runsForEach: findEach(edges, pieces) };
}

function byPosition(left: N8nEdge, right: N8nEdge): number {
  const [x1, y1] = left.to.position ?? [0, 0];
  const [x2, y2] = right.to.position ?? [0, 0];
  return y1 - y2 || x1 - x2;
}

interface EdgeWords {
  readonly priority: number;
  readonly loop: boolean;
  readonly edges: readonly N8nEdge[];
}

function nativeEdges(
  edge: N8nEdge,
  pieces: Pieces,
  { priority, loop, edges }: EdgeWords,
): readonly NativeEdge[] {
  const source = pieces.get(edge.from);
  const target = pieces.get(edge.to);
  if (source === undefined || target === undefined) return [];
  const exits = source.exits(edge.output);
  const port = portOf(edge, target, edges);
  const words = {
    to: target.entry,
    in: port ?? undefined,
    priority: priority > 0 ? priority : undefined,
    loop: loop ? true : undefined,
  };
  if (exits.length === 0) {
    // Nothing ever leaves there; the edge is kept, so that the drawing is the same.
    const last = source.nodes.at(-1);
    return last === undefined || last.type === 'fail'
      ? []
      : [{ from: last.id, ...words, when: false }];
  }
  return exits.map(({ node, port: out }) => ({
    from: node,
    out: out === 'output' ? undefined : out,
    ...words,
  }));
}

/** Each edge into one input has a port of its own, so that none takes the place of another. */
function portOf(edge: N8nEdge, target: Piece, edges: readonly N8nEdge[]): string | null {
  if (target.inputPort === null) return null;
  const name = target.inputPort(edge.input);
  const place = edges
    .filter(({ to, input }) => to === edge.to && input === edge.input)
    .indexOf(edge);
  return place <= 0 ? name : `${name}_${place + 1}`;
}

/** Edges that lead back to a node on the way from a beginning. */
function findLoopEdges(nodes: readonly N8nNode[], edges: readonly N8nEdge[]): ReadonlySet<N8nEdge> {
  const outgoing = new Map<N8nNode, N8nEdge[]>();
  const hasIncoming = new Set<N8nNode>();
  for (const edge of edges) {
    outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge]);
    if (edge.from !== edge.to) hasIncoming.add(edge.to);
  }
  const loops = new Set<N8nEdge>();
  const state = new Map<N8nNode, 'open' | 'done'>();
  const visit = (start: N8nNode): void => {
    const stack: { readonly node: N8nNode; at: number }[] = [{ node: start, at: 0 }];
    state.set(start, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = outgoing.get(top.node)?.[top.at];
      top.at += 1;
      if (edge === undefined) {
        state.set(top.node, 'done');
        stack.pop();
      } else if (state.get(edge.to) === 'open') loops.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        stack.push({ node: edge.to, at: 0 });
      }
    }
  };
  for (const node of nodes) if (!hasIncoming.has(node) && !state.has(node)) visit(node);
  for (const node of nodes) if (!state.has(node)) visit(node);
  return loops;
}

/** Where several edges lead to, or a loop: there a list that arrives must not wait for others. */
function findEach(edges: readonly N8nEdge[], pieces: Pieces): ReadonlySet<string> {
  const result = new Set<string>();
  const counts = new Map<N8nNode, number>();
  for (const { from, to, output } of edges) {
    const exits = pieces.get(from)?.exits(output).length ?? 1;
    counts.set(to, (counts.get(to) ?? 0) + Math.max(1, exits));
  }
  const inCycle = findCyclic(edges);
  for (const [node, count] of counts) {
    const piece = pieces.get(node);
    if (piece === undefined || piece.inputPort !== null) continue;
    if (count > 1) result.add(piece.entry);
    if (inCycle.has(node)) for (const { id } of piece.nodes) result.add(id);
  }
  return result;
}

/** Nodes from which an edge leads back to them: those that are left when nodes without a way in or out are taken away. */
function findCyclic(edges: readonly N8nEdge[]): ReadonlySet<N8nNode> {
  const entered = withoutEnds(
    edges,
    ({ from }) => from,
    ({ to }) => to,
  );
  const left = withoutEnds(
    entered,
    ({ to }) => to,
    ({ from }) => from,
  );
  return new Set(left.flatMap(({ from, to }) => [from, to]));
}

type End = (edge: N8nEdge) => N8nNode;

/** Takes nodes away that no edge leads to, and then those behind them. */
function withoutEnds(edges: readonly N8nEdge[], start: End, end: End): readonly N8nEdge[] {
  const leaving = Map.groupBy(edges, start);
  const counts = new Map<N8nNode, number>();
  for (const edge of edges) counts.set(end(edge), (counts.get(end(edge)) ?? 0) + 1);
  const pending = [...leaving.keys()].filter((node) => !counts.has(node));
  const gone = new Set(pending);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const edge of leaving.get(node) ?? []) {
      const next = end(edge);
      const count = (counts.get(next) ?? 0) - 1;
      counts.set(next, count);
      if (count > 0 || gone.has(next)) continue;
      gone.add(next);
      pending.push(next);
    }
  }
  return edges.filter((edge) => !gone.has(start(edge)));
}

/** A native node as the definition has it. */
export function writtenNode({ id, type, name, config, settings }: NativeNode): JsonObject {
  const node: { [key: string]: Json } = { id, type };
  if (name !== id) node['name'] = name;
  if (Object.keys(config).length > 0) node['config'] = config;
  return { ...node, ...settings };
}

/** An edge without what is not said of it. */
export function writtenEdge(edge: NativeEdge): JsonObject {
  const written: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(edge))
    if (value !== undefined) setOwn(written, key, value);
  return written;
}
