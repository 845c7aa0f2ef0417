// The first view
// The whole graph, if its text is readable then. On a small screen, the beginning at a readable size, around the card that
// matters.
import { cardWidth } from './layout-sketch.ts';
import type { Box, View } from './shift-into-view.ts';

const smallMax = 640;
const readable = 0.8;
const margin = 16;

/** Null if everything fits, or the screen is large enough for an overview. */
export function firstView(
  canvas: { readonly width: number; readonly height: number },
  all: Box,
  focus: { readonly x: number } | null,
): View | null {
  const fitted = Math.min(
    (canvas.width - 2 * margin) / all.width,
    (canvas.height - 2 * margin) / all.height,
  );
  if (canvas.width === 0 || canvas.width > smallMax || fitted >= readable) return null;
  const middle = (focus?.x ?? all.x + (all.width - cardWidth) / 2) + cardWidth / 2;
  const centred = canvas.width / 2 - middle * readable;
  // Not past the ends of the drawing, where there is nothing to see.
  const leftmost = canvas.width - margin - (all.x + all.width) * readable;
  const rightmost = margin - all.x * readable;
  return {
    zoom: readable,
    x: Math.round(Math.min(rightmost, Math.max(leftmost, centred))),
    y: Math.round(margin - all.y * readable),
  };
}
