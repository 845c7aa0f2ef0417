// Copies of nodes
// A clip is nodes with the edges between them, notes and groups as JSON, so that it survives a text editor or a chat.
// Pasting replaces ids that are taken, and everything in the clip that refers to them.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { copyFrames, pasteFrames } from '../frames/clip-frames.ts';
import { membersOf } from '../frames/edit-frames.ts';
import { readFrames } from '../frames/frame.ts';
import { fillPositions } from '../layout/fill-positions.ts';
import { readSketch } from '../read-sketch.ts';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { freeId } from '../free-id.ts';
import { nodeIds, takenIds } from './node-ids.ts';
import { renameNode } from './rename-node.ts';

export interface Clip {
  readonly skeinClip: 1;
  readonly dialect: string;
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  readonly positions: { readonly [id: string]: Point };
  /** Notes and groups. */
  readonly frames: JsonObject;
}

export interface PartSelection {
  readonly nodes: readonly string[];
  readonly frames?: readonly string[];
}

export function copyNodes(form: DocumentForm, definition: JsonObject, chosen: PartSelection): Clip {
  const wanted = new Set([...chosen.nodes, ...membersOfFrames(form, definition, chosen)]);
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
    frames: copyFrames(definition, withHiddenFrames(definition, chosen.frames ?? [])),
  };
}

/** The contents of a group are copied with it. */
function membersOfFrames(
  form: DocumentForm,
  definition: JsonObject,
  { frames = [] }: PartSelection,
): readonly string[] {
  if (frames.length === 0) return [];
  const positions = fillPositions(readSketch(form, definition)) ?? new Map<string, Point>();
  return readFrames(definition)
    .filter(({ id, kind }) => kind === 'group' && frames.includes(id))
    .flatMap((group) => group.collapsed?.nodes ?? membersOf(group, positions));
}

/** Those of a collapsed group are copied with it. */
function withHiddenFrames(definition: JsonObject, ids: readonly string[]): readonly string[] {
  const hidden = readFrames(definition)
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ collapsed }) => collapsed?.frames ?? []);
  return [...ids, ...hidden];
}

/** Parses a clip; null if the text is not a clip of this dialect. */
export function readClip(form: DocumentForm, text: string): Clip | null {
  try {
    const value: Json = JSON.parse(text);
    if (!isObject(value) || ownValue(value, 'skeinClip') !== 1) return null;
    if (ownValue(value, 'dialect') !== form.dialect) return null;
    const nodes = listAt(value, 'nodes').filter(isObject);
    const frames = objectAt(value, 'frames');
    if (nodes.length === 0 && Object.keys(frames).length === 0) return null;
    if (nodes.some((node) => textAt(node, 'id') === '')) return null;
    const positions = ownValue(value, 'positions');
    return {
      skeinClip: 1,
      dialect: form.dialect,
      nodes,
      edges: listAt(value, 'edges').filter(isObject),
      // Points are checked when they are read.
      positions: isObject(positions) ? (positions as unknown as Clip['positions']) : {},
      frames,
    };
  } catch {
    return null;
  }
}

export interface Pasted {
  readonly definition: JsonObject;
  /** The new ids of the nodes. */
  readonly ids: readonly string[];
  readonly frames: readonly string[];
}

/** Adds the nodes of a clip, moved by an offset. */
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
  const renamed = new Map<string, string>();
  for (const node of clip.nodes) {
    const id = textAt(node, 'id');
    const own = nodeIds(form, inner);
    const to = freeId(id, new Set([...taken, ...[...own].filter((each) => each !== id), ...ids]));
    if (to !== id) inner = renameNode(form, inner, { id, to });
    ids.push(to);
    renamed.set(id, to);
    const point = ownValue(clip.positions as unknown as JsonObject, id);
    if (isObject(point) && typeof point['x'] === 'number' && typeof point['y'] === 'number')
      positions.set(to, { x: point['x'] + offset.x, y: point['y'] + offset.y });
  }
  const nodes = [...listAt(definition, form.nodesKey), ...listAt(inner, form.nodesKey)];
  const edges = [...listAt(definition, edgesKey), ...listAt(inner, edgesKey).map(withoutId)];
  const joined = withKey(withKey(definition, form.nodesKey, nodes), edgesKey, edges);
  const placed = form.writePositions(joined, positions);
  const framed = pasteFrames(placed, { clip: clip.frames, offset, renamed });
  return { definition: framed.definition, ids, frames: framed.ids };
}

/** Ids of edges are optional, and those of the copy would be taken. */
function withoutId(edge: Json): Json {
  return isObject(edge) ? withKey(edge, 'id', undefined) : edge;
}

/** Copies the nodes with a small offset. */
export function duplicateNodes(
  form: DocumentForm,
  definition: JsonObject,
  chosen: PartSelection,
): Pasted {
  const clip = copyNodes(form, definition, chosen);
  return pasteNodes(form, definition, { clip, offset: { x: 32, y: 32 } });
}
