// Thumbnails
// A workflow drawn very small, from left to right, loops drawn back.
import { placeNodes, stepsOf, stepType } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { findForm } from '../../../graph/forms/find-form.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import type { Family } from '../../../graph/sketch.ts';
import { lineBetween, thumbnailSize, type ThumbnailCard } from './thumbnail-line.ts';

export interface ThumbnailPicture {
  readonly cards: readonly ThumbnailCard[];
  readonly lines: readonly string[];
}

interface Shape {
  readonly nodes: readonly { readonly id: string; readonly family: Family }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** Room for one card of full scale: along the thumbnail and across it. */
const cardRoom = { along: 40, across: 22 };
/** The layout keeps distances between lines that would be too wide for cards of this size. */
const enlarged = 5;

export function thumbnailOf(dialect: string, definition: JsonObject): ThumbnailPicture {
  const shape = shapeOf(dialect, definition);
  const places = cardsOf(shape);
  const cards = [...places.values()];
  const lines = shape.edges.flatMap(({ from, to }) => {
    const start = places.get(from);
    const end = places.get(to);
    if (start === undefined || end === undefined || from === to) return [];
    return [lineBetween(start, end, cards)];
  });
  return { cards, lines };
}

/** The layout goes from top to bottom; a thumbnail from left to right. */
function cardsOf({ nodes, edges }: Shape): ReadonlyMap<string, ThumbnailCard> {
  const size = { width: cardRoom.across * enlarged, height: cardRoom.along * enlarged };
  const centres = placeNodes({
    nodes: nodes.map(({ id }) => id),
    edges,
    size,
    gaps: { column: 0, rowMin: 0, rowMax: 0 },
  });
  const points = [...centres.values()];
  const across = points.reduce((most, { x }) => Math.max(most, x), 0) + size.width / 2;
  const along = points.reduce((most, { y }) => Math.max(most, y), 0) + size.height / 2;
  const shrunk = { x: thumbnailSize.width / along, y: thumbnailSize.height / across };
  const scale = Math.max(0.25, Math.min(1, shrunk.x * enlarged, shrunk.y * enlarged));
  return new Map(
    nodes.map(({ id, family }) => {
      const { x, y } = centres.get(id) ?? { x: 0, y: 0 };
      return [id, { x: y * shrunk.x, y: x * shrunk.y, scale, family }];
    }),
  );
}

function shapeOf(dialect: string, definition: JsonObject): Shape {
  const form = findForm(dialect);
  if (form !== undefined) return readSketch(form, definition);
  const steps = stepsOf(definition);
  const nodes = steps.map((step, index) => ({
    id: String(index),
    family: stepFamily(stepType(step)),
  }));
  return { nodes, edges: nodes.slice(1).map(({ id }, index) => ({ from: String(index), to: id })) };
}

function stepFamily(type: string): Family {
  return type === 'stop_checker' ? 'logic' : 'agent';
}
