import { isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { withNodeAt } from '../forms/native-form.ts';
import { listAt, withKey } from '../own-keys.ts';
import { readSketch } from '../read-sketch.ts';
import { connect } from './connect.ts';
import { removeParts } from './remove-parts.ts';

/**
 * Puts a node into an edge: what the edge says stays with the part that leads to the node. The same definition if the node
 * cannot be passed, or there is no such edge.
 */
export function splitEdge(
  form: DocumentForm,
  definition: JsonObject,
  { edge: key, node }: { readonly edge: string; readonly node: string },
): JsonObject {
  const { nodes, edges } = readSketch(form, definition);
  const edge = edges.find((each) => each.key === key);
  const card = nodes.find(({ id }) => id === node);
  const [port] = card?.ports ?? [];
  if (edge === undefined || edge.kind === 'subagent') return definition;
  if (card === undefined || !card.hasInput || port === undefined) return definition;
  const next = { from: node, out: port.id, to: edge.to, in: edge.in };
  // Renaming an end of an edge to itself would change both.
  if (edge.from === edge.to) {
    const open = removeParts(form, definition, { edges: [key] });
    const entered = connect(form, open, { from: edge.from, out: edge.out, to: node });
    return connect(form, entered, next);
  }
  const list = form.edgesKey(definition);
  const index = listAt(definition, list).findIndex((_, at) => `/${list}/${at}` === edge.pointer);
  const entered = withNodeAt(definition, list, index, (written) => {
    const moved = form.renameEnds(written, edge.to, node);
    // The input was one of the old target.
    return isObject(moved) && form.dialect === 'native' ? withKey(moved, 'in', undefined) : moved;
  });
  return connect(form, entered, next);
}
