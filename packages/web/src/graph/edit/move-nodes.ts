import type { JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import type { Point } from '../sketch.ts';

const grid = 4;

/** Nodes at new places, on whole steps of a fine grid. */
export function moveNodes(
  form: DocumentForm,
  definition: JsonObject,
  positions: ReadonlyMap<string, Point>,
): JsonObject {
  const rounded = new Map(
    [...positions].map(([id, { x, y }]) => [id, { x: onGrid(x), y: onGrid(y) }]),
  );
  return form.writePositions(definition, rounded);
}

function onGrid(value: number): number {
  return Math.round(value / grid) * grid;
}
