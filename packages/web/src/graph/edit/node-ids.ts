import { isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, textAt } from '../own-keys.ts';

export function nodeIds(form: DocumentForm, definition: JsonObject): ReadonlySet<string> {
  return new Set(
    listAt(definition, form.nodesKey)
      .filter(isObject)
      .map((node) => textAt(node, 'id')),
  );
}

/** The index of a node in its list; -1 if there is none. */
export function nodeIndex(form: DocumentForm, definition: JsonObject, id: string): number {
  return listAt(definition, form.nodesKey).findIndex(
    (node) => isObject(node) && textAt(node, 'id') === id,
  );
}

/** Ids that a new node must not get: those of nodes, and those that dangling edges refer to. */
export function takenIds(form: DocumentForm, definition: JsonObject): ReadonlySet<string> {
  const ends = listAt(definition, form.edgesKey(definition))
    .filter(isObject)
    .flatMap((edge) => {
      const read = form.readEdge(edge, definition);
      return read === null ? [] : [read.from, read.to];
    });
  return new Set([...nodeIds(form, definition), ...ends]);
}
