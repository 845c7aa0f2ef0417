import type { Edge } from '@xyflow/react';

export type CanvasEdge = Edge<{
  /** Index of the source port; undefined if the node has only one. */
  readonly lane: number | undefined;
  /** The x of its vertical part, if it cannot go straight. */
  readonly column: number | undefined;
}>;
