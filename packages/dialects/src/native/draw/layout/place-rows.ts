// Rows
// Each layer is as high as what stands in it; the room between two layers grows with the slant of the edges there.
import type { Slots } from './add-slots.ts';
import type { Gaps } from './layout-input.ts';

export interface Row {
  readonly top: number;
  readonly bottom: number;
}

/** Of the widest step sideways between two layers. */
const slant = 0.08;

export function placeRows(slots: Slots, gaps: Gaps): readonly Row[] {
  const rows: Row[] = [];
  let bottom = 0;
  for (const [index, layer] of slots.layers.entries()) {
    const top = index === 0 ? 0 : bottom + gapAbove(slots, layer, gaps);
    let height = 0;
    for (const slot of layer) height = Math.max(height, slots.height[slot] ?? 0);
    bottom = top + height;
    rows.push({ top, bottom });
  }
  return rows;
}

function gapAbove(slots: Slots, layer: readonly number[], { rowMin, rowMax }: Gaps): number {
  let widest = 0;
  for (const slot of layer) {
    for (const above of slots.above[slot] ?? []) {
      widest = Math.max(widest, Math.abs((slots.x[slot] ?? 0) - (slots.x[above] ?? 0)));
    }
  }
  return Math.min(rowMax, Math.max(rowMin, widest * slant));
}
