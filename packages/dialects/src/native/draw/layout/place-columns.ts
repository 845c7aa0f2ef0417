// Columns
// Finds the horizontal position of every slot: as near as possible to what it is joined to, without changing the order
// of its layer or touching its neighbours. Each layer is solved exactly (isotonic regression by merging blocks), and
// layers are solved in turn until they have settled.
import type { Slots } from './add-slots.ts';
import { straightenLanes } from './straighten-lanes.ts';

const gapBesideCrossing = 14;
/** Long edges are straight rather than short: the eye follows a line, not a distance. */
const weightOfCrossings = 8;
const sweepsMax = 41;
const sweepsMaxLarge = 5;
const largeGraph = 10_000;

export function placeColumns(slots: Slots): void {
  for (const layer of slots.layers) pack(slots, layer);
  const sweeps = slots.count > largeGraph ? sweepsMaxLarge : sweepsMax;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? slots.layers : slots.layers.toReversed()) {
      solveLayer(slots, layer, isDown ? 'above' : 'below');
    }
  }
  // Labels stand halfway between what they join.
  for (const [index, layer] of slots.layers.entries()) {
    if (index % 2 === 1) solveLayer(slots, layer, 'both');
  }
  straightenLanes(slots, separation);
  moveToOrigin(slots);
}

function pack(slots: Slots, layer: readonly number[]): void {
  let x = 0;
  for (const [place, slot] of layer.entries()) {
    if (place > 0) x += separation(slots, layer[place - 1] as number, slot);
    slots.x[slot] = x;
  }
}

/** How far the centres of two neighbours must be apart. */
function separation(slots: Slots, left: number, right: number): number {
  const isBesideCrossing = left >= slots.nodeCount || right >= slots.nodeCount;
  const widths = ((slots.width[left] ?? 0) + (slots.width[right] ?? 0)) / 2;
  return widths + (isBesideCrossing ? gapBesideCrossing : slots.columnGap);
}

type Side = 'above' | 'below' | 'both';

/** A run of slots that stand as close together as they may, and want to move as one. */
interface Block {
  sum: number;
  weight: number;
  readonly first: number;
}

function solveLayer(slots: Slots, layer: readonly number[], side: Side): void {
  const offsets: number[] = [];
  const blocks: Block[] = [];
  let offset = 0;
  for (const [place, slot] of layer.entries()) {
    if (place > 0) offset += separation(slots, layer[place - 1] as number, slot);
    offsets.push(offset);
    const { x, weight } = wish(slots, slot, side);
    blocks.push({ sum: (x - offset) * weight, weight, first: place });
    mergeLast(blocks);
  }
  for (const [index, block] of blocks.entries()) {
    const end = blocks[index + 1]?.first ?? layer.length;
    for (let place = block.first; place < end; place++) {
      slots.x[layer[place] as number] = block.sum / block.weight + (offsets[place] ?? 0);
    }
  }
}

/** A block that wants to stand left of the one before it is joined with it. */
function mergeLast(blocks: Block[]): void {
  for (;;) {
    const last = blocks.at(-1);
    const before = blocks.at(-2);
    if (last === undefined || before === undefined) return;
    if (before.sum / before.weight <= last.sum / last.weight) return;
    before.sum += last.sum;
    before.weight += last.weight;
    blocks.pop();
  }
}

function wish(slots: Slots, slot: number, side: Side): { x: number; weight: number } {
  let sum = 0;
  let weight = 0;
  const pull = (x: number, strength: number): void => {
    sum += x * strength;
    weight += strength;
  };
  if (side !== 'below') pullTowards(slots, slot, slots.above[slot] ?? [], pull);
  if (side !== 'above') pullTowards(slots, slot, slots.below[slot] ?? [], pull);
  const node = slots.beside[slot] ?? -1;
  if (node >= 0) pull(wish(slots, node, side).x + separation(slots, node, slot), 1);
  const x = weight === 0 ? (slots.x[slot] ?? 0) : sum / weight;
  return { x, weight: weight === 0 || slots.isLane[slot] === true ? weightOfYielding : weight };
}

/** Lanes, and what is joined to nothing on that side, give way to everything else. */
const weightOfYielding = 0.02;

function pullTowards(
  slots: Slots,
  slot: number,
  joined: readonly number[],
  pull: (x: number, strength: number) => void,
): void {
  for (const other of joined) {
    const areCrossings = slot >= slots.nodeCount && other >= slots.nodeCount;
    pull(slots.x[other] ?? 0, areCrossings ? weightOfCrossings : 1);
  }
}

function moveToOrigin(slots: Slots): void {
  let left = Infinity;
  for (let slot = 0; slot < slots.count; slot++) {
    left = Math.min(left, (slots.x[slot] ?? 0) - (slots.width[slot] ?? 0) / 2);
  }
  for (let slot = 0; slot < slots.count; slot++) slots.x[slot] = (slots.x[slot] ?? 0) - left;
}
