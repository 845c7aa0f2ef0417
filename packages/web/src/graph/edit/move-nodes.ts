import { equalJson, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import type { Point } from '../sketch.ts';

/** Moves nodes, to whole pixels; the same definition if nothing moves. */
export function moveNodes(
  form: DocumentForm,
  definition: JsonObject,
  positions: ReadonlyMap<string, Point>,
): JsonObject {
  const rounded = new Map(
    [...positions].map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]),
  );
  const moved = form.writePositions(definition, rounded);
  return equalJson(moved, definition) ? definition : moved;
}
