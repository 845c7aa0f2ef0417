import type { JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { freeId } from '../free-id.ts';
import { takenIds } from './node-ids.ts';

export interface NewNode {
  readonly type: string;
  readonly position?: Point;
}

/** A new node at the end of the list, with an id made from its name. */
export function addNode(
  form: DocumentForm,
  definition: JsonObject,
  { type, position }: NewNode,
): { readonly definition: JsonObject; readonly id: string } {
  const entry = form.palette.find((each) => each.type === type);
  const wanted = (entry?.name ?? type).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const free = freeId(wanted, takenIds(form, definition));
  const { definition: added, id } =
    form.addNode?.(definition, { type, id: free }) ??
    appendNode(form, definition, { type, id: free });
  if (position === undefined) return { definition: added, id };
  return { definition: form.writePositions(added, new Map([[id, position]])), id };
}

function appendNode(
  form: DocumentForm,
  definition: JsonObject,
  { type, id }: { readonly type: string; readonly id: string },
): { readonly definition: JsonObject; readonly id: string } {
  const nodes = [...listAt(definition, form.nodesKey), form.makeNode(type, id)];
  return { definition: withKey(definition, form.nodesKey, nodes), id };
}
