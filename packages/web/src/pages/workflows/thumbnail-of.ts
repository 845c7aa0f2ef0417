// Thumbnails
// A workflow drawn very small, from left to right: ranks by the longest way from a start, loops drawn back.
import type { JsonObject } from '@skein/kernel';
import { findForm } from '../../graph/forms/find-form.ts';
import { stepsOf, stepType } from '../../graph/pipeline/edit-steps.ts';
import { readSketch } from '../../graph/read-sketch.ts';
import type { Family } from '../../graph/sketch.ts';

export interface ThumbnailCard {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly family: Family;
}

export interface ThumbnailPicture {
  readonly cards: readonly ThumbnailCard[];
  readonly lines: readonly string[];
}

interface Shape {
  readonly nodes: readonly { readonly id: string; readonly family: Family }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

const width = 200;
const height = 72;

export function thumbnailOf(dialect: string, definition: JsonObject): ThumbnailPicture {
  const shape = shapeOf(dialect, definition);
  const ranks = ranksOf(shape);
  const columns = Map.groupBy(shape.nodes, ({ id }) => ranks.get(id) ?? 0);
  const count = Math.max(1, ...[...columns.keys()].map((rank) => rank + 1));
  const tallest = Math.max(1, ...[...columns.values()].map((column) => column.length));
  const scale = Math.max(0.25, Math.min(1, width / count / 40, height / tallest / 22));
  const places = new Map<string, ThumbnailCard>();
  for (const [rank, column] of columns) {
    for (const [index, { id, family }] of column.entries()) {
      const x = ((rank + 0.5) * width) / count;
      const y = ((index + 0.5) * height) / column.length;
      places.set(id, { x, y, scale, family });
    }
  }
  const lines = shape.edges.flatMap(({ from, to }) => {
    const start = places.get(from);
    const end = places.get(to);
    return start === undefined || end === undefined || from === to ? [] : [curve(start, end)];
  });
  return { cards: [...places.values()], lines };
}

function curve(start: ThumbnailCard, end: ThumbnailCard): string {
  const reach = 14 * start.scale;
  if (end.x > start.x) {
    const [from, to] = [start.x + reach, end.x - reach];
    const middle = (from + to) / 2;
    return `M${from} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${to} ${end.y}`;
  }
  const below = Math.min(height - 2, Math.max(start.y, end.y) + 26);
  const depth = 9 * start.scale;
  return `M${start.x} ${start.y + depth}C${start.x} ${below} ${end.x} ${below} ${end.x} ${end.y + depth}`;
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

/** Ranks by breadth from the nodes that nothing leads to; edges that go back do not count. */
function ranksOf({ nodes, edges }: Shape): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  const entered = new Set(edges.map(({ to }) => to));
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const starts = nodes.filter(({ id }) => !entered.has(id));
  const first = starts.length > 0 ? starts : nodes.slice(0, 1);
  let open = first.map(({ id }) => id);
  for (let rank = 0; open.length > 0 && rank <= nodes.length; rank++) {
    const next: string[] = [];
    for (const id of open) if (!ranks.has(id)) ranks.set(id, rank);
    for (const id of open)
      for (const { to } of outgoing.get(id) ?? []) if (!ranks.has(to)) next.push(to);
    open = [...new Set(next)];
  }
  return ranks;
}
