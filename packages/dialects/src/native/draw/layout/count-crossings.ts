// Crossings between neighbouring layers
// Counts pairs of links whose ends are in opposite order, with a tree of partial sums: n log n instead of n².
import type { Slots } from './add-slots.ts';

export function countCrossings(slots: Slots, positions: Float64Array): number {
  let crossings = 0;
  for (const layer of slots.layers) crossings += crossingsBelow(slots, layer, positions);
  return crossings;
}

function crossingsBelow(slots: Slots, layer: readonly number[], positions: Float64Array): number {
  const ends: number[] = [];
  let size = 0;
  for (const slot of layer) {
    const shifts = slots.belowShift[slot] ?? [];
    const links = (slots.below[slot] ?? []).map((target, index) => ({
      place: positions[target] ?? 0,
      shift: shifts[index] ?? 0,
    }));
    // Links of one port cross none of each other, those of different ports may.
    const leaving = links.toSorted((a, b) => a.shift - b.shift || a.place - b.place);
    for (const { place } of leaving) {
      ends.push(place);
      size = Math.max(size, place + 1);
    }
  }
  // sums[i] holds how many ends so far lie in the range that i stands for (a Fenwick tree).
  const sums = new Uint32Array(size + 1);
  let crossings = 0;
  for (const [seen, place] of ends.entries()) {
    let notRight = 0;
    for (let i = place + 1; i > 0; i -= i & -i) notRight += sums[i] ?? 0;
    crossings += seen - notRight;
    for (let i = place + 1; i <= size; i += i & -i) sums[i] = (sums[i] ?? 0) + 1;
  }
  return crossings;
}
