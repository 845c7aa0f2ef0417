// Slots
// Gives every edge its way through the layers. Slots are numbered: first the nodes, by their own numbers, then the rest.
import type { LayoutEdge, LayoutInput, Port } from './layout-input.ts';

export interface Slots {
  readonly count: number;
  /** Numbers below this are nodes. */
  readonly nodeCount: number;
  readonly layerOf: readonly number[];
  readonly width: readonly number[];
  /** Height of what stands in the slot; 0 for a mere crossing. */
  readonly height: readonly number[];
  /** Slots that one edge joins in the layer above and below. */
  readonly above: readonly (readonly number[])[];
  readonly below: readonly (readonly number[])[];
  /** Where each of these leaves the slot above: a part of a place, left of its middle or right. */
  readonly aboveShift: readonly (readonly number[])[];
  readonly belowShift: readonly (readonly number[])[];
  /** Belongs to an edge that runs beside its nodes. */
  readonly isLane: readonly boolean[];
  /** For the end of a lane: the node that it stands beside; else -1. */
  readonly beside: readonly number[];
  /** Slots of each layer from left to right; reordered in place. */
  readonly layers: number[][];
  readonly chains: readonly Chain[];
  /** Between two nodes of a layer. */
  readonly columnGap: number;
  /** Centres; filled by `placeColumns`. */
  x: Float64Array;
}

export interface Chain {
  readonly isLane: boolean;
  /** The slots that the edge passes, in its own direction. */
  readonly slots: readonly number[];
  readonly labelSlot: number | null;
}

/** Room that a passing edge takes. */
const crossingWidth = 14;
/** A graph whose edges all span half of it would need a slot per edge and layer. */
const crossingsMax = 30_000;

type Builder = { -readonly [key in 'layerOf' | 'width' | 'height' | 'beside']: number[] } & {
  readonly above: number[][];
  readonly below: number[][];
  readonly aboveShift: number[][];
  readonly belowShift: number[][];
  readonly isLane: boolean[];
  readonly layers: number[][];
};

export function addSlots(input: LayoutInput, layers: Uint32Array): Slots {
  const builder = createBuilder(input, layers);
  const isCrowded = countCrossings(input.edges, layers) > crossingsMax;
  const chains = input.edges.map((edge) =>
    isLane(edge, layers) ? addLane(builder, edge, isCrowded) : addWayDown(builder, edge, isCrowded),
  );
  fillLayers(builder, input, chains);
  const count = builder.layerOf.length;
  return {
    ...builder,
    count,
    nodeCount: input.nodes.length,
    chains,
    columnGap: input.gaps.column,
    x: new Float64Array(count),
  };
}

/** A way back that ends in a layer below its source would only be drawn upwards to come down again. */
function isLane({ from, to, back }: LayoutEdge, layers: Uint32Array): boolean {
  return back && (layers[to] ?? 0) <= (layers[from] ?? 0);
}

function createBuilder({ nodes }: LayoutInput, layers: Uint32Array): Builder {
  return {
    layerOf: [...layers],
    width: nodes.map(({ width }) => width),
    height: nodes.map(({ height }) => height),
    beside: nodes.map(() => -1),
    above: nodes.map(() => []),
    below: nodes.map(() => []),
    aboveShift: nodes.map(() => []),
    belowShift: nodes.map(() => []),
    isLane: nodes.map(() => false),
    layers: [],
  };
}

function countCrossings(edges: readonly LayoutEdge[], layers: Uint32Array): number {
  return edges.reduce(
    (sum, { from, to }) => sum + Math.abs((layers[to] ?? 0) - (layers[from] ?? 0)),
    0,
  );
}

function addWayDown(builder: Builder, edge: LayoutEdge, isCrowded: boolean): Chain {
  const { from, to, label, port } = edge;
  const first = (builder.layerOf[from] ?? 0) + 1;
  const last = isCrowded ? first : (builder.layerOf[to] ?? 0) - 1;
  const slots: number[] = [];
  for (let layer = first; layer <= last; layer++) {
    const slot = addSlot(builder, { layer, label: layer === first ? label : null, isLane: false });
    link(builder, slots.at(-1) ?? from, slot, slots.length === 0 ? port : undefined);
    slots.push(slot);
  }
  // A crowded edge jumps over the layers in between.
  if (builder.layerOf[to] === last + 1)
    link(builder, slots.at(-1) ?? from, to, slots.length === 0 ? port : undefined);
  return { isLane: false, slots, labelSlot: label === null ? null : (slots[0] ?? null) };
}

function addLane(builder: Builder, { from, to, label }: LayoutEdge, isCrowded: boolean): Chain {
  const bottom = builder.layerOf[from] ?? 0;
  const top = builder.layerOf[to] ?? 0;
  const slots: number[] = [];
  const labelLayer = top === bottom ? bottom : bottom - 1;
  for (let layer = bottom; layer >= top; layer--) {
    const isEnd = layer === bottom || layer === top;
    if (isCrowded && !isEnd && layer !== labelLayer) continue;
    const slot = addSlot(builder, {
      layer,
      label: layer === labelLayer ? label : null,
      isLane: true,
    });
    const before = slots.at(-1);
    if (before !== undefined && builder.layerOf[before] === layer + 1) link(builder, slot, before);
    slots.push(slot);
  }
  builder.beside[slots[0] as number] = from;
  builder.beside[slots.at(-1) as number] = to;
  const labelSlot = slots.find((slot) => builder.layerOf[slot] === labelLayer) ?? null;
  return { isLane: true, slots, labelSlot: label === null ? null : labelSlot };
}

interface NewSlot {
  readonly layer: number;
  readonly label: LayoutEdge['label'];
  readonly isLane: boolean;
}

function addSlot(builder: Builder, { layer, label, isLane: isOfLane }: NewSlot): number {
  builder.layerOf.push(layer);
  builder.width.push(Math.max(crossingWidth, label?.width ?? 0));
  builder.height.push(label?.height ?? 0);
  builder.beside.push(-1);
  builder.isLane.push(isOfLane);
  builder.above.push([]);
  builder.below.push([]);
  builder.aboveShift.push([]);
  builder.belowShift.push([]);
  return builder.layerOf.length - 1;
}

function link(builder: Builder, upper: number, lower: number, port?: Port): void {
  const shift = port === undefined ? 0 : (port.index + 1) / (port.count + 1) - 0.5;
  builder.below[upper]?.push(lower);
  builder.above[lower]?.push(upper);
  builder.belowShift[upper]?.push(shift);
  builder.aboveShift[lower]?.push(shift);
}

/** The first order: nodes as they are read, each followed by its edges. */
function fillLayers(builder: Builder, input: LayoutInput, chains: readonly Chain[]): void {
  const leaving = input.nodes.map((): number[] => []);
  for (const [position, { from }] of input.edges.entries()) leaving[from]?.push(position);
  const put = (slot: number): void => {
    const layer = builder.layerOf[slot] ?? 0;
    while (builder.layers.length <= layer) builder.layers.push([]);
    builder.layers[layer]?.push(slot);
  };
  for (const node of input.order) {
    put(node);
    for (const position of leaving[node] ?? []) chains[position]?.slots.forEach(put);
  }
}
