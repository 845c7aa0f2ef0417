// Lines of a thumbnail
// One curve each: direct if the way is free, else around the cards in between; loops go back below.
import type { Family } from '../../../graph/sketch.ts';

export const thumbnailSize = { width: 200, height: 72 };

export interface ThumbnailCard {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly family: Family;
}

type Four = readonly [number, number, number, number];

interface Curve {
  readonly x: Four;
  readonly y: Four;
}

/** Bends around cards in between, the straightest first. */
const bends = [0, -26, 26, -44, 44];

/** The SVG path from one card to another. */
export function lineBetween(
  start: ThumbnailCard,
  end: ThumbnailCard,
  cards: readonly ThumbnailCard[],
): string {
  if (end.x <= start.x) return toPath(goBack(start, end));
  const between = cards.filter(({ x }) => x > start.x && x < end.x);
  const free = bends.find((bend) => isFree(goOn(start, end, bend), between));
  return toPath(goOn(start, end, free ?? 0));
}

function goOn(start: ThumbnailCard, end: ThumbnailCard, bend: number): Curve {
  const reach = 14 * start.scale;
  const [from, to] = [start.x + reach, end.x - reach];
  const middle = (from + to) / 2;
  const bent = (y: number) => inside(y + bend * start.scale);
  return { x: [from, middle, middle, to], y: [start.y, bent(start.y), bent(end.y), end.y] };
}

function goBack(start: ThumbnailCard, end: ThumbnailCard): Curve {
  const below = inside(Math.max(start.y, end.y) + 26);
  const depth = 9 * start.scale;
  return { x: [start.x, start.x, end.x, end.x], y: [start.y + depth, below, below, end.y + depth] };
}

function inside(y: number): number {
  return Math.min(thumbnailSize.height - 2, Math.max(2, y));
}

/** Sampled in steps that are smaller than a card. */
const steps = 32;

function isFree({ x, y }: Curve, between: readonly ThumbnailCard[]): boolean {
  for (let step = 0; step <= steps; step++) {
    const [across, down] = [pointAt(x, step / steps), pointAt(y, step / steps)];
    for (const card of between)
      if (Math.abs(card.x - across) < 14 * card.scale && Math.abs(card.y - down) < 10 * card.scale)
        return false;
  }
  return true;
}

/** A point of a cubic curve; `t` is from 0 to 1. */
function pointAt([first, second, third, fourth]: Four, t: number): number {
  const u = 1 - t;
  return u ** 3 * first + 3 * u * u * t * second + 3 * u * t * t * third + t ** 3 * fourth;
}

function toPath({ x, y }: Curve): string {
  const [start, ...controls] = x.map((each, index) => `${each} ${y[index]}`);
  return `M${start}C${controls.join(' ')}`;
}
