// Drafts
// A graph while it is built: nodes in the order in which they were written, each with what it has to wait for. Edges come last.
import type { JsonObject } from '@skein/kernel';

/** A port of a node, as the beginning of an edge. */
export interface Exit {
  readonly node: string;
  readonly port: string;
  /** It begins the next round of a loop. */
  readonly isLoop?: true;
}

/**
 * A part of a graph that runs as a whole or not at all: all of it, one branch, the body of a loop. Nodes wait for nodes of their own
 * flow only: for what a flow needs of the one around it, its gate waits.
 */
export interface Flow {
  readonly outer: Flow | null;
  /** What begins it. */
  readonly entry: Exit;
  /** The draft around it that waits for all that it needs from there. */
  readonly gate: string;
  /** As messages call it. */
  readonly name: string;
  readonly drafts: Draft[];
  /** Nothing comes behind a stop. */
  isOver: boolean;
}

export interface Draft {
  readonly id: string;
  /** Null where it only stands for the exits of others. */
  readonly node: JsonObject | null;
  readonly flow: Flow;
  /** Drafts of the same flow that come first. */
  readonly needs: Set<string>;
  /** Where it comes from, if not from what it needs. */
  readonly from?: readonly Exit[];
  /** Where what comes behind it begins. Of several, one fires. */
  readonly exits: readonly Exit[];
}
