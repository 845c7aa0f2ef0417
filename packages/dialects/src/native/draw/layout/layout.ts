// Layered layout
// Places a graph in layers from top to bottom: layers by longest path, order within a layer by barycentres, positions by
// least squares, ways back in lanes of their own. Pure functions over numbers; knows nothing of workflows or SVG.
//
// Y1. Nodes stand in even layers; odd layers hold edge labels, so that no label lies on a node or on another label.
// Y2. Everything that takes room in a layer is a slot: nodes, labels, and the points where an edge crosses the layer.
// Y3. The work is near linear in nodes + edges: long edges stop getting slots of their own beyond a limit.
import { addSlots, type Chain, type Slots } from './add-slots.ts';
import { assignLayers } from './assign-layers.ts';
import { orderLayers } from './order-layers.ts';
import { placeColumns } from './place-columns.ts';
import { placeRows, type Row } from './place-rows.ts';
import type { LayoutInput } from './layout-input.ts';

export interface Layout {
  /** Centres of the nodes. */
  readonly nodes: readonly Point[];
  readonly edges: readonly LaidOutEdge[];
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LaidOutEdge {
  /** Runs beside its nodes instead of between them. */
  readonly isLane: boolean;
  /** Where it crosses layers on its way, in its own direction. */
  readonly crossings: readonly Crossing[];
  readonly label: Point | null;
}

export interface Crossing {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export function layOut(input: LayoutInput): Layout {
  const layers = assignLayers(input);
  const slots = addSlots(input, layers);
  orderLayers(slots);
  placeColumns(slots);
  const rows = placeRows(slots, input.gaps);
  const xOf = (slot: number): number => slots.x[slot] ?? 0;
  const rowOf = (slot: number): Row => rows[slots.layerOf[slot] ?? 0] as Row;
  return {
    nodes: input.nodes.map((_, node) => ({ x: xOf(node), y: middle(rowOf(node)) })),
    edges: slots.chains.map((chain) => laidOutEdge(bendsOf(chain, rowOf), xOf, rowOf)),
    width: widthOf(slots),
    height: rows.at(-1)?.bottom ?? 0,
  };
}

/** An edge turns between nodes and between labels; an empty layer is not a reason to. */
function bendsOf({ isLane, slots, labelSlot }: Chain, rowOf: (slot: number) => Row): Chain {
  const bends = slots.filter((slot) => rowOf(slot).bottom > rowOf(slot).top);
  return { isLane, slots: bends, labelSlot };
}

function laidOutEdge(
  { isLane, slots, labelSlot }: Chain,
  xOf: (slot: number) => number,
  rowOf: (slot: number) => Row,
): LaidOutEdge {
  return {
    isLane,
    crossings: slots.map((slot) => ({ x: xOf(slot), ...rowOf(slot) })),
    label: labelSlot === null ? null : { x: xOf(labelSlot), y: middle(rowOf(labelSlot)) },
  };
}

function middle({ top, bottom }: Row): number {
  return (top + bottom) / 2;
}

function widthOf(slots: Slots): number {
  let width = 0;
  for (let slot = 0; slot < slots.count; slot++) {
    width = Math.max(width, (slots.x[slot] ?? 0) + (slots.width[slot] ?? 0) / 2);
  }
  return width;
}
