// Keeping in view what a drawer covers
// The smallest shift of the canvas that brings a part of the drawing completely into view.
import type { Point } from '../sketch.ts';

export interface View extends Point {
  readonly zoom: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = 24;

export function isInView(view: View, canvas: Size, box: Box): boolean {
  const { x, y, width, height } = onScreen(view, box);
  return x >= 0 && y >= 0 && x + width <= canvas.width && y + height <= canvas.height;
}

/** Whether any of it is visible. */
export function isInSight(view: View, canvas: Size, box: Box): boolean {
  const { x, y, width, height } = onScreen(view, box);
  return x + width > 0 && y + height > 0 && x < canvas.width && y < canvas.height;
}

/** Null if the box is larger than the canvas. */
export function shiftIntoView(view: View, canvas: Size, box: Box): View | null {
  const { x, y, width, height } = onScreen(view, box);
  if (width > canvas.width || height > canvas.height) return null;
  return {
    zoom: view.zoom,
    x: view.x + shift(x, width, canvas.width),
    y: view.y + shift(y, height, canvas.height),
  };
}

function onScreen({ x, y, zoom }: View, box: Box): Box {
  return {
    x: box.x * zoom + x,
    y: box.y * zoom + y,
    width: box.width * zoom,
    height: box.height * zoom,
  };
}

/** Along one axis; with a smaller margin if there is no room for it. */
function shift(start: number, length: number, room: number): number {
  const space = Math.min(margin, (room - length) / 2);
  if (start < space) return space - start;
  return Math.min(0, room - space - length - start);
}
