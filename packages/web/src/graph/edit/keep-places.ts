import type { JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { readSketch } from '../read-sketch.ts';
import type { Point } from '../sketch.ts';
import { moveNodes } from './move-nodes.ts';

/**
 * Writes down where cards are shown: if the layout put them there, it would move them all when one more arrives. Positions
 * that the definition has already stay as they are written.
 */
export function keepPlaces(
  form: DocumentForm,
  definition: JsonObject,
  shown: ReadonlyMap<string, Point>,
): JsonObject {
  const written = new Map(
    readSketch(form, definition).nodes.map(({ id, position }) => [id, position]),
  );
  const others = [...shown].filter(([id, { x, y }]) => {
    const own = written.get(id);
    return own === null || own?.x !== x || own.y !== y;
  });
  return others.length === 0 ? definition : moveNodes(form, definition, new Map(others));
}
