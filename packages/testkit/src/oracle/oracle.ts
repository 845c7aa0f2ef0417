// Oracle
// The join rules of the kernel (spec: "When a node runs", "Rounds, and joins that always settle"), by brute force.
// Owns: which activations a completion leads to. Does not own: what a node does; the driver says which edges fire.
// O1. Nothing is cached: each answer is computed afresh from the lists in the state.
// O2. The tokens of a completion are all delivered before any held token is tried.
// O3. A token on a loop edge never waits.

import { activate, isCovered } from './activate.ts';
import { droppedLoops, edgeAt, joinEdges, nodeAt, type OracleGraph } from './oracle-graph.ts';
import { valueOf, type Activation, type OracleState, type Token } from './oracle-state.ts';
import { settle } from './settle.ts';
import { withoutLoops } from './tag.ts';

export interface Oracle {
  /** Activates the entries. */
  start(): Activation[];
  /** Completes an alive activation, fires edges of its node, and returns what starts because of it. */
  complete(node: number, n: number, firedEdges: readonly number[]): Activation[];
  /** What is alive, by node, then by number. */
  live(): { node: number; n: number }[];
  /** How many tokens are held at joins. */
  held(): number;
  /** The whole current state; later calls do not change it. */
  dump(): OracleState;
}

export function createOracle(graph: OracleGraph): Oracle {
  const state: OracleState = { graph, activations: [], delivered: [], alive: [], held: [] };
  return {
    start: () => newActivations(state, () => startEntries(state)),
    complete: (node, n, firedEdges) =>
      newActivations(state, () => completeActivation(state, { node, n, firedEdges })),
    live: () =>
      state.alive
        .map(({ node, n }) => ({ node, n }))
        .toSorted((left, right) => left.node - right.node || left.n - right.n),
    held: () => state.held.length,
    dump: () => ({
      ...state,
      activations: [...state.activations],
      delivered: [...state.delivered],
      alive: [...state.alive],
      held: [...state.held],
    }),
  };
}

function newActivations(state: OracleState, act: () => void): Activation[] {
  const before = state.activations.length;
  act();
  return state.activations.slice(before);
}

function startEntries(state: OracleState): void {
  for (const node of state.graph.entries) {
    activate(state, { node, cause: 'entry', tokens: [], withKept: false });
  }
}

function completeActivation(
  state: OracleState,
  { node, n, firedEdges }: { node: number; n: number; firedEdges: readonly number[] },
): void {
  const completed = state.alive.find(
    (activation) => activation.node === node && activation.n === n,
  );
  if (completed === undefined) throw new Error(`Activation ${n} of node ${node} is not alive.`);
  state.alive = state.alive.filter((activation) => activation !== completed);
  const inOrder = firedEdges.toSorted((left, right) => left - right);
  const tokens = inOrder.map((edge) => tokenOf(state.graph, completed, edge));
  for (const token of tokens) deliver(state, token);
  settle(state);
}

function tokenOf(graph: OracleGraph, producer: Activation, edge: number): Token {
  const { from, to, loop } = edgeAt(graph, edge);
  if (from !== producer.node) throw new Error(`Edge ${edge} does not leave node ${producer.node}.`);
  const tag = loop ? withoutLoops(producer.tag, droppedLoops(graph, to)) : producer.tag;
  return { edge, value: valueOf(graph, producer), tag };
}

function deliver(state: OracleState, token: Token): void {
  const { to, loop } = edgeAt(state.graph, token.edge);
  const { join } = nodeAt(state.graph, to);
  state.delivered.push(token);
  if (join === 'once' && state.alive.some(({ node }) => node === to)) return;
  if (loop) {
    activate(state, { node: to, cause: 'loop', tokens: [token], withKept: true });
    return;
  }
  if ((join === 'any' || join === 'n-of') && isCovered(state, to, token.tag)) return;
  if (join === 'n-of' || (join === 'all' && joinEdges(state.graph, to).length > 1)) {
    state.held.push(token);
    return;
  }
  activate(state, { node: to, cause: 'join', tokens: [token], withKept: false });
}
