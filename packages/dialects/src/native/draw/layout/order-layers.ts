// Order within layers
// Moves each slot towards the middle of what it is joined to, layer by layer, down and up again, and keeps the order
// with the fewest crossings (Sugiyama's method).
import { countCrossings } from './count-crossings.ts';
import type { Slots } from './add-slots.ts';

/** More sweeps hardly help; in large graphs they only take time. */
const sweepsMax = 12;
const sweepsMaxLarge = 2;
const largeGraph = 10_000;

export function orderLayers(slots: Slots): void {
  const positions = new Float64Array(slots.count);
  for (const layer of slots.layers) settle(slots, layer, positions);
  let best = snapshot(slots);
  let fewest = countCrossings(slots, positions);
  const sweeps = slots.count > largeGraph ? sweepsMaxLarge : sweepsMax;
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    sweepOnce(slots, positions, sweep % 2 === 0);
    const crossings = countCrossings(slots, positions);
    if (crossings < fewest) {
      fewest = crossings;
      best = snapshot(slots);
    }
  }
  for (const [index, layer] of best.entries()) slots.layers[index] = layer;
}

function snapshot(slots: Slots): number[][] {
  return slots.layers.map((layer) => [...layer]);
}

function sweepOnce(slots: Slots, positions: Float64Array, isDown: boolean): void {
  const layers = isDown ? slots.layers : slots.layers.toReversed();
  const neighbours = isDown ? slots.above : slots.below;
  const shifts = isDown ? slots.aboveShift : undefined;
  for (const layer of layers) {
    const wanted = new Map<number, number>();
    for (const slot of layer) {
      const joined = neighbours[slot] ?? [];
      const middle = mean(joined, positions) + average(shifts?.[slot] ?? []);
      wanted.set(slot, joined.length === 0 ? (positions[slot] ?? 0) : middle);
    }
    layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
    settle(slots, layer, positions);
  }
}

/** Puts the ends of lanes to the right of their nodes and numbers the layer. */
function settle(slots: Slots, layer: number[], positions: Float64Array): void {
  const ends = new Map<number, number[]>();
  for (const slot of layer) {
    const node = slots.beside[slot] ?? -1;
    if (node < 0) continue;
    const found = ends.get(node);
    if (found === undefined) ends.set(node, [slot]);
    else found.push(slot);
  }
  if (ends.size > 0) {
    const settled = layer
      .filter((slot) => slots.beside[slot] === -1)
      .flatMap((slot) => [slot, ...(ends.get(slot) ?? [])]);
    for (const [place, slot] of settled.entries()) layer[place] = slot;
  }
  for (const [place, slot] of layer.entries()) positions[slot] = place;
}

function mean(joined: readonly number[], positions: Float64Array): number {
  let sum = 0;
  for (const slot of joined) sum += positions[slot] ?? 0;
  return sum / joined.length;
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
