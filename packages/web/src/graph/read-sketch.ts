import { isObject, pointer, type Json } from '@skein/kernel';
import type { DocumentForm } from './forms/document-form.ts';
import { listAt } from './own-keys.ts';
import type { Sketch, SketchEdge, SketchNode } from './sketch.ts';

/** Reads the drawing of a definition. Of two nodes with the same id, the first is drawn; dangling edges are not. */
export function readSketch(form: DocumentForm, definition: Json): Sketch {
  if (!isObject(definition)) return { nodes: [], edges: [] };
  const nodes = new Map<string, SketchNode>();
  for (const [index, node] of listAt(definition, form.nodesKey).entries()) {
    if (!isObject(node)) continue;
    const read = form.readNode(node, definition);
    if (read === null || nodes.has(read.id)) continue;
    nodes.set(read.id, {
      ...read,
      position: form.readPosition(definition, node),
      pointer: pointer(form.nodesKey, index),
    });
  }
  for (const mark of form.readMarks?.(definition) ?? []) {
    const position = form.readPosition(definition, { id: mark.id });
    // No diagnostic points there.
    nodes.set(mark.id, { ...mark, position, pointer: pointer('studio', 'positions', mark.id) });
  }
  const edges: SketchEdge[] = [];
  const used = new Map<string, number>();
  const key = form.edgesKey(definition);
  for (const [index, edge] of listAt(definition, key).entries()) {
    if (!isObject(edge)) continue;
    const read = form.readEdge(edge, definition);
    if (read === null || !nodes.has(read.from) || !nodes.has(read.to)) continue;
    const base = [read.from, read.out, read.to, read.in].join(' ');
    const count = used.get(base) ?? 0;
    used.set(base, count + 1);
    edges.push({
      ...read,
      key: count === 0 ? base : `${base} ${count}`,
      pointer: pointer(key, index),
    });
  }
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const drawn = [...nodes.values()].map((node) => withUsedPorts(node, leaving.get(node.id) ?? []));
  return { nodes: drawn, edges };
}

/** An edge may leave a port that the node does not declare (`error`, ports of functions): it is drawn all the same. */
function withUsedPorts(node: SketchNode, leaving: readonly SketchEdge[]): SketchNode {
  const known = new Set(node.ports.map(({ id }) => id));
  const used = leaving.filter(({ kind }) => kind === 'flow');
  const extra = [...new Set(used.map(({ out }) => out))].filter((out) => !known.has(out));
  if (extra.length === 0) return node;
  const ports = [...node.ports, ...extra.map((id) => ({ id, label: id }))];
  return { ...node, ports: ports.map(({ id, label }) => ({ id, label: label || id })) };
}
