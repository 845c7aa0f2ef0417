// Where things are drawn: positions, notes, pinned data, and what each native node stands for
import { isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { N8nNode } from '../read/n8n-workflow.ts';
import type { Conversion } from '../context/conversion.ts';
import type { NativeNode, Piece } from '../context/piece.ts';
import { spreadOut, STEP, type Spread } from './spread-out.ts';

/** Colours of n8n's notes by number. */
const COLOURS = ['slate', 'orange', 'olive', 'pink', 'teal', 'violet', 'slate'] as const;

interface Drawn {
  readonly pieces: ReadonlyMap<N8nNode, Piece>;
  readonly origin: JsonObject;
  readonly helpers: readonly NativeNode[];
}

export function studioOf({ workflow }: Conversion, { pieces, origin, helpers }: Drawn): JsonObject {
  const positions: { [id: string]: Json } = {};
  const spread = spreadOut(pieces);
  for (const [node, piece] of pieces) {
    if (node.position === null) continue;
    const [x, y] = node.position;
    for (const [place, { id }] of piece.nodes.entries())
      setOwn(positions, id, { x: spread(x) + place * STEP, y });
  }
  for (const [place, { id }] of helpers.entries())
    setOwn(positions, id, { x: -2 * STEP, y: place * STEP });
  const studio: { [key: string]: Json } = { positions, origin };
  const notes = workflow.nodes
    .filter(({ type }) => type === 'stickyNote')
    .map((node, index) => noteOf(node, index, spread));
  if (notes.length > 0) studio['notes'] = notes;
  const pins = pinsOf(workflow.pins, pieces);
  if (Object.keys(pins).length > 0) studio['pins'] = pins;
  return studio;
}

function noteOf(
  { parameters, position, name }: N8nNode,
  index: number,
  spread: Spread,
): JsonObject {
  const { content, width, height, color } = parameters;
  const [x, y] = position ?? [0, index * STEP];
  const across = typeof width === 'number' ? width : 240;
  return {
    id: `note-${index + 1}`,
    x: spread(x),
    y,
    width: spread(x + across) - spread(x),
    height: typeof height === 'number' ? height : 160,
    text: typeof content === 'string' ? content : name,
    color: COLOURS[typeof color === 'number' ? color - 1 : 0] ?? 'slate',
  };
}

/** n8n pins items; natively the output of a node is the list of their data. */
function pinsOf(pins: JsonObject, pieces: ReadonlyMap<N8nNode, Piece>): JsonObject {
  const result: { [id: string]: Json } = {};
  for (const [node, piece] of pieces) {
    const pinned = Object.hasOwn(pins, node.name) ? pins[node.name] : undefined;
    const id = piece.exits(0)[0]?.node;
    if (!Array.isArray(pinned) || id === undefined) continue;
    const items = pinned.map((item: Json) =>
      isObject(item) && isObject(item['json']) ? item['json'] : item,
    );
    setOwn(result, id, items);
  }
  return result;
}
