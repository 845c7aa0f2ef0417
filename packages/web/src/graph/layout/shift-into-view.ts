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

/** Space between a card and what it must not lie under. */
const clearance = 12;

/** Moves what lies under tools at the bottom of the canvas up, as far as there is room; the tools are in pixels of the canvas. */
export function shiftFromUnder(view: View, box: Box, tools: readonly Box[]): View {
  const { x, y, width, height } = onScreen(view, box);
  const over = tools.filter(
    (tool) =>
      x < tool.x + tool.width + clearance &&
      x + width + clearance > tool.x &&
      y < tool.y + tool.height &&
      y + height + clearance > tool.y,
  );
  if (over.length === 0) return view;
  const bottom = Math.min(...over.map((tool) => tool.y)) - clearance;
  const up = Math.min(y + height - bottom, Math.max(0, y - clearance));
  return { ...view, y: view.y - up };
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
