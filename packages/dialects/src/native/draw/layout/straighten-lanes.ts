// Straight lanes
// A way back is easiest to follow as one vertical line: each lane moves, between its neighbours, to a column that is free
// in all of its layers, as far left as possible.
import type { Chain, Slots } from './add-slots.ts';

type Separation = (slots: Slots, left: number, right: number) => number;

export function straightenLanes(slots: Slots, separation: Separation): void {
  // Outer lanes first: they make room for the inner ones.
  const columnOf = ({ slots: [first] }: Chain): number => slots.x[first ?? 0] ?? 0;
  const lanes = slots.chains
    .filter(({ isLane }) => isLane)
    .toSorted((a, b) => columnOf(b) - columnOf(a));
  if (lanes.length === 0) return;
  const places = new Uint32Array(slots.count);
  for (const layer of slots.layers)
    for (const [place, slot] of layer.entries()) places[slot] = place;
  for (const lane of lanes) straighten(slots, lane, { places, separation });
}

interface Surroundings {
  /** Place of each slot in its layer. */
  readonly places: Uint32Array;
  readonly separation: Separation;
}

function straighten(slots: Slots, lane: Chain, { places, separation }: Surroundings): void {
  const rooms = lane.slots.map((slot) => {
    const layer = slots.layers[slots.layerOf[slot] ?? 0] ?? [];
    const left = layer[(places[slot] ?? 0) - 1];
    const right = layer[(places[slot] ?? 0) + 1];
    return {
      slot,
      from: left === undefined ? -Infinity : (slots.x[left] ?? 0) + separation(slots, left, slot),
      to: right === undefined ? Infinity : (slots.x[right] ?? 0) - separation(slots, slot, right),
    };
  });
  const column = rooms.reduce((furthest, { from }) => Math.max(furthest, from), -Infinity);
  for (const { slot, from, to } of rooms) {
    // Where something stands in the way the lane swerves, but never onto what is beside it.
    if (Number.isFinite(column)) slots.x[slot] = Math.max(from, Math.min(to, column));
  }
}
