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
  const id = freeId(wanted, takenIds(form, definition));
  const nodes = [...listAt(definition, form.nodesKey), form.makeNode(type, id)];
  const added = withKey(definition, form.nodesKey, nodes);
  if (position === undefined) return { definition: added, id };
  return { definition: form.writePositions(added, new Map([[id, position]])), id };
}
