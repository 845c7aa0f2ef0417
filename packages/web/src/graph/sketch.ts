// Sketch
// A workflow as it is drawn, whatever its dialect: cards with ports, and edges between them. Read from the definition itself,
// so that what is drawn is what is stored; missing positions are null and filled by the layout.
import type { PalettePlace } from '@skein/dialects';
import type { Json } from '@skein/kernel';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The kind of a node for users; decides the colour and icon of its tile. */
export type Family = PalettePlace['family'];

export interface SketchNode {
  readonly id: string;
  /** As the definition calls it. */
  readonly type: string;
  readonly title: string;
  readonly subtitle: string;
  readonly family: Family;
  /** Where edges may leave, in order. */
  readonly ports: readonly SketchPort[];
  readonly hasInput: boolean;
  /** It is no node of the definition: it has no settings and does not run. */
  readonly isMark?: true;
  /** The nodes that a collapsed group stands for. */
  readonly members?: readonly string[];
  /** Whether it may have subagents, connected at its side. */
  readonly isHub: boolean;
  readonly position: Point | null;
  /** JSON pointer to it in the definition. */
  readonly pointer: string;
}

export interface SketchPort {
  readonly id: string;
  /** Empty if it is the only port. */
  readonly label: string;
  /** What sentences call it; its id by default. */
  readonly name?: string;
  /** When it is taken. */
  readonly about?: string;
}

/** A port in full, where its label is too short for it. */
export function portWords({ label, name = label, about }: SketchPort): string {
  return about === undefined ? name : `${name}: ${about}`;
}

export interface SketchEdge {
  /** Stable across changes that do not affect the edge. */
  readonly key: string;
  readonly from: string;
  readonly out: string;
  readonly to: string;
  readonly in: string;
  readonly kind: 'flow' | 'subagent';
  readonly pointer: string;
}

export interface Sketch {
  readonly nodes: readonly SketchNode[];
  readonly edges: readonly SketchEdge[];
}

/** The side handle that subagents are connected to. */
export const subagentPort = 'subagent';

/** A new edge. */
export interface Connection {
  readonly from: string;
  readonly out: string;
  readonly to: string;
  readonly in?: string;
}

/** The fields of a node that its form shows. */
export type NodeConfig = { readonly [key: string]: Json };
