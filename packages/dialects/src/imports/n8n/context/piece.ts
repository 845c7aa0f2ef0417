// What one node of n8n becomes
// Mostly one native node. Several where n8n does in one step what takes more here: then edges enter at the first and leave at the last.
import type { Json } from '@skein/kernel';

/** A native node under construction. */
export interface NativeNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: { readonly [key: string]: Json };
  /** Keys beside the config: `each`, `retry`, `join`. */
  readonly settings: { readonly [key: string]: Json };
}

export interface NativeEdge {
  readonly from: string;
  readonly out?: string | undefined;
  readonly to: string;
  readonly in?: string | undefined;
  readonly when?: Json | undefined;
  readonly priority?: number | undefined;
  readonly loop?: boolean | undefined;
  readonly kind?: 'subagent';
}

export interface Piece {
  /** In the order in which they run. */
  readonly nodes: readonly NativeNode[];
  /** Between them. */
  readonly edges: readonly NativeEdge[];
  /** Where edges of n8n enter. */
  readonly entry: string;
  /** Where an output of n8n leaves; empty when nothing ever leaves there. */
  readonly exits: (output: number) => readonly Exit[];
  /** The port for an input of n8n, where the node collects several. */
  readonly inputPort: ((input: number) => string) | null;
}

export interface Exit {
  readonly node: string;
  readonly port: string;
}

/** A chain of nodes that leaves at its last one. */
export function chainOf(nodes: readonly NativeNode[]): Piece {
  const first = nodes[0];
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) throw new Error('a piece has a node');
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id ?? '', to: id }));
  const exit = { node: last.id, port: 'output' };
  return {
    nodes,
    edges,
    entry: first.id,
    exits: (output) => (output === 0 ? [exit] : []),
    inputPort: null,
  };
}
