import { freeName, idOfName } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { freeId } from '../free-id.ts';
import { readSketch } from '../read-sketch.ts';
import { takenIds } from './node-ids.ts';
import { setTitle } from './set-title.ts';

export interface NewNode {
  readonly type: string;
  readonly position?: Point;
}

/** A new node at the end of the list, called like its entry of the palette, with an id made from that. */
export function addNode(
  form: DocumentForm,
  definition: JsonObject,
  { type, position }: NewNode,
): { readonly definition: JsonObject; readonly id: string } {
  const entry = form.palette.find((each) => each.type === type);
  const name = entry?.name ?? type;
  const free = freeId(idOfName(name), takenIds(form, definition));
  const { definition: unnamed, id } =
    form.addNode?.(definition, { type, id: free }) ??
    appendNode(form, definition, { type, id: free });
  const added = named(form, unnamed, { id, name });
  if (position === undefined) return { definition: added, id };
  return { definition: form.writePositions(added, new Map([[id, position]])), id };
}

/** Where the dialect has a place for a name. */
function named(
  form: DocumentForm,
  definition: JsonObject,
  { id, name }: { readonly id: string; readonly name: string },
): JsonObject {
  const { nodes } = readSketch(form, definition);
  const own = nodes.find((node) => node.id === id);
  if (own === undefined || form.titleKey(own.type)?.inConfig !== false) return definition;
  const taken = new Set(nodes.filter((node) => node.id !== id).map(({ title }) => title));
  return setTitle(form, definition, { id, title: freeName(name, taken) });
}

function appendNode(
  form: DocumentForm,
  definition: JsonObject,
  { type, id }: { readonly type: string; readonly id: string },
): { readonly definition: JsonObject; readonly id: string } {
  const nodes = [...listAt(definition, form.nodesKey), form.makeNode(type, id)];
  return { definition: withKey(definition, form.nodesKey, nodes), id };
}
