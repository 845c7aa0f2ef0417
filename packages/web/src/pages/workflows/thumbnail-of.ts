// Thumbnails
// A workflow drawn very small, from left to right: ranks by the longest way from a start, loops drawn back.
import { stepsOf, stepType } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { findForm } from '../../graph/forms/find-form.ts';
import { readSketch } from '../../graph/read-sketch.ts';
import type { Family } from '../../graph/sketch.ts';
import { lineBetween, thumbnailSize } from './thumbnail-line.ts';

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

export function thumbnailOf(dialect: string, definition: JsonObject): ThumbnailPicture {
  const { width, height } = thumbnailSize;
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
  const cards = [...places.values()];
  const lines = shape.edges.flatMap(({ from, to }) => {
    const start = places.get(from);
    const end = places.get(to);
    if (start === undefined || end === undefined || from === to) return [];
    return [lineBetween(start, end, cards)];
  });
  return { cards, lines };
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

/** Ranks by the longest way from the nodes that nothing leads to; edges that go back do not count. */
function ranksOf({ nodes, edges }: Shape): ReadonlyMap<string, number> {
  const backward = findBackward({ nodes, edges });
  const forward = edges.filter((edge) => !backward.has(edge));
  const outgoing = Map.groupBy(forward, ({ from }) => from);
  const missing = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of forward) missing.set(to, (missing.get(to) ?? 0) + 1);
  const ranks = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.map(({ id }) => id).filter((id) => missing.get(id) === 0);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const { to } of outgoing.get(id) ?? []) {
      ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(id) ?? 0) + 1));
      const left = (missing.get(to) ?? 1) - 1;
      missing.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return ranks;
}

/** The edges that lead back to a node on the way to them. Without recursion: definitions may be long. */
function findBackward({ nodes, edges }: Shape): ReadonlySet<Shape['edges'][number]> {
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const states = new Map<string, 'open' | 'done'>();
  const backward = new Set<Shape['edges'][number]>();
  for (const { id: first } of nodes) {
    const way = states.has(first) ? [] : [{ id: first, next: 0 }];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      states.set(top.id, 'open');
      const edge = outgoing.get(top.id)?.[top.next++];
      if (edge === undefined) {
        states.set(top.id, 'done');
        way.pop();
      } else if (states.get(edge.to) === 'open') backward.add(edge);
      else if (!states.has(edge.to)) way.push({ id: edge.to, next: 0 });
    }
  }
  return backward;
}
