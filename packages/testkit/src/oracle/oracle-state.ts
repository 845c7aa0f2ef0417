// Oracle state
// What an oracle remembers: everything that happened, as plain lists. Whatever can be computed from them is.

import { nodeAt, type OracleGraph } from './oracle-graph.ts';
import { roundsOf, type Tag } from './tag.ts';

export interface ActivationInput {
  /** Names the activation that produced it: `a#2` is the second activation of a. */
  readonly value: string;
  /** False for a token that this activation consumed, true for an earlier value of the edge. */
  readonly kept: boolean;
}

export interface Activation {
  readonly node: number;
  readonly n: number;
  readonly tag: Tag;
  readonly inputs: Readonly<Record<number, ActivationInput>>;
  readonly cause: 'entry' | 'loop' | 'join';
}

export interface Token {
  readonly edge: number;
  readonly value: string;
  readonly tag: Tag;
}

export interface OracleState {
  readonly graph: OracleGraph;
  /** All activations that ever started, in order. */
  readonly activations: Activation[];
  /** All tokens that were ever delivered, in order. */
  readonly delivered: Token[];
  alive: Activation[];
  /** The tokens that wait at `all` and `n-of` joins, in the order of their arrival. */
  held: Token[];
}

export function valueOf(graph: OracleGraph, activation: { node: number; n: number }): string {
  return `${nodeAt(graph, activation.node).name}#${activation.n}`;
}

/** True when an alive activation or a held token carries this round. */
export function isRoundAlive(state: OracleState, loop: number, round: number): boolean {
  return [...state.alive, ...state.held].some(({ tag }) =>
    roundsOf(tag).some(([otherLoop, otherRound]) => otherLoop === loop && otherRound === round),
  );
}
