// Copies of nodes
// A clip is nodes with the edges between them, as JSON, so that it can go through a text editor or a chat and come back.
// Pasting gives new ids where one is taken, and changes what names them inside the clip.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, textAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { freeId } from './free-id.ts';
import { nodeIds, takenIds } from './node-ids.ts';
import { renameNode } from './rename-node.ts';

export interface Clip {
  readonly skeinClip: 1;
  readonly dialect: string;
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  readonly positions: { readonly [id: string]: Point };
}

export function copyNodes(
  form: DocumentForm,
  definition: JsonObject,
  ids: readonly string[],
): Clip {
  const wanted = new Set(ids);
  const nodes = listAt(definition, form.nodesKey)
    .filter(isObject)
    .filter((node) => wanted.has(textAt(node, 'id')));
  const edges = listAt(definition, form.edgesKey(definition))
    .filter(isObject)
    .filter((edge) => {
      const read = form.readEdge(edge, definition);
      return read !== null && wanted.has(read.from) && wanted.has(read.to);
    });
  const positions = nodes.flatMap((node) => {
    const point = form.readPosition(definition, node);
    return point === null ? [] : [[textAt(node, 'id'), point] as const];
  });
  return {
    skeinClip: 1,
    dialect: form.dialect,
    nodes,
    edges,
    positions: Object.fromEntries(positions),
  };
}

/** A clip from a text; null when it is none, or one of another dialect. */
export function readClip(form: DocumentForm, text: string): Clip | null {
  try {
    const value: Json = JSON.parse(text);
    if (!isObject(value) || ownValue(value, 'skeinClip') !== 1) return null;
    if (ownValue(value, 'dialect') !== form.dialect) return null;
    const nodes = listAt(value, 'nodes').filter(isObject);
    if (nodes.length === 0 || nodes.some((node) => textAt(node, 'id') === '')) return null;
    const positions = ownValue(value, 'positions');
    return {
      skeinClip: 1,
      dialect: form.dialect,
      nodes,
      edges: listAt(value, 'edges').filter(isObject),
      // Whoever reads a point checks it.
      positions: isObject(positions) ? (positions as unknown as Clip['positions']) : {},
    };
  } catch {
    return null;
  }
}

export interface Pasted {
  readonly definition: JsonObject;
  /** The ids that the nodes have now. */
  readonly ids: readonly string[];
}

/** The nodes of a clip beside those that are there, moved by an offset. */
export function pasteNodes(
  form: DocumentForm,
  definition: JsonObject,
  { clip, offset }: { readonly clip: Clip; readonly offset: Point },
): Pasted {
  const taken = takenIds(form, definition);
  const edgesKey = form.edgesKey(definition);
  let inner: JsonObject = { [form.nodesKey]: clip.nodes, [edgesKey]: clip.edges };
  const ids: string[] = [];
  const positions = new Map<string, Point>();
  for (const node of clip.nodes) {
    const id = textAt(node, 'id');
    const own = nodeIds(form, inner);
    const to = freeId(id, new Set([...taken, ...[...own].filter((each) => each !== id), ...ids]));
    if (to !== id) inner = renameNode(form, inner, { id, to });
    ids.push(to);
    const point = ownValue(clip.positions as unknown as JsonObject, id);
    if (isObject(point) && typeof point['x'] === 'number' && typeof point['y'] === 'number')
      positions.set(to, { x: point['x'] + offset.x, y: point['y'] + offset.y });
  }
  const nodes = [...listAt(definition, form.nodesKey), ...listAt(inner, form.nodesKey)];
  const edges = [...listAt(definition, edgesKey), ...listAt(inner, edgesKey).map(withoutId)];
  const joined = withKey(withKey(definition, form.nodesKey, nodes), edgesKey, edges);
  return { definition: form.writePositions(joined, positions), ids };
}

/** Ids of edges are optional, and those of a copy would be taken. */
function withoutId(edge: Json): Json {
  return isObject(edge) ? withKey(edge, 'id', undefined) : edge;
}

/** The same nodes once more, a little aside. */
export function duplicateNodes(
  form: DocumentForm,
  definition: JsonObject,
  ids: readonly string[],
): Pasted {
  const clip = copyNodes(form, definition, ids);
  return pasteNodes(form, definition, { clip, offset: { x: 32, y: 32 } });
}
