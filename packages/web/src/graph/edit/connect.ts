import type { JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, withKey } from '../own-keys.ts';
import { readSketch } from '../read-sketch.ts';
import type { Connection } from '../sketch.ts';

/** Appends an edge; the same definition if that edge exists already. */
export function connect(
  form: DocumentForm,
  definition: JsonObject,
  connection: Connection,
): JsonObject {
  const key = form.edgesKey(definition);
  const edges = [...listAt(definition, key), form.makeEdge(connection, definition)];
  const connected = withKey(definition, key, edges);
  const last = readSketch(form, connected).edges.at(-1);
  const isRepeat = readSketch(form, definition).edges.some(
    (edge) =>
      edge.from === last?.from &&
      edge.out === last.out &&
      edge.to === last.to &&
      edge.in === last.in,
  );
  return isRepeat ? definition : connected;
}
