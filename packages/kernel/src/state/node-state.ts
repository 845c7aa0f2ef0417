// Who lives at a node, and how its activations are counted.
import type { GraphNode } from '../graph/graph.ts';
import { releaseTag } from '../tags/tag.ts';
import { addToIndex, removeFromIndex } from '../tags/tag-index.ts';
import { wakeWatchers } from './dirty-heap.ts';
import type { Activation, ActivationExtra, LivingStatus, NodeState, Output } from './living.ts';
import type { RunState } from './run-state.ts';

/** Above this many living activations, one is found by its number in a map. */
const SCAN_MAX = 8;

// Shared by all nodes that have none, and never changed: an array that grows from empty reserves room for sixteen,
// which at a hundred thousand nodes is most of a run's memory.
const NOBODY: Activation[] = [];
const NOTHING: Output[] = [];

export function nodeStateOf(state: RunState, node: GraphNode): NodeState {
  let found = state.nodes.get(node.index);
  if (found === undefined) {
    found = {
      count: 0,
      alive: NOBODY,
      byTag: null,
      byNumber: null,
      outputs: NOTHING,
      ended: null,
      failed: null,
      skipReason: null,
      startedAt: null,
      finishedAt: null,
    };
    state.nodes.set(node.index, found);
  }
  return found;
}

export function addAlive(state: RunState, node: NodeState, activation: Activation): void {
  activation.position = node.alive.length;
  if (node.alive === NOBODY) node.alive = [activation];
  else node.alive.push(activation);
  if (node.byTag !== null) addToIndex(node.byTag, activation.tag, activation);
  if (node.byNumber !== null) node.byNumber.set(activation.n, activation);
  else if (node.alive.length > SCAN_MAX) {
    node.byNumber = new Map(node.alive.map((each) => [each.n, each]));
  }
  state.tally[activation.status as LivingStatus]++;
}

export function findActivation(node: NodeState | undefined, n: number): Activation | null {
  if (node === undefined) return null;
  if (node.byNumber !== null) return node.byNumber.get(n) ?? null;
  for (const activation of node.alive) if (activation.n === n) return activation;
  return null;
}

export function setStatus(state: RunState, activation: Activation, status: LivingStatus): void {
  state.tally[activation.status as LivingStatus]--;
  activation.status = status;
  state.tally[status]++;
}

/** The activation is over: it no longer carries its rounds, and joins that waited for it look again. */
export function removeAlive(state: RunState, activation: Activation): void {
  const { owner: node } = activation;
  const last = node.alive.pop() as Activation;
  if (last !== activation) {
    node.alive[activation.position] = last;
    last.position = activation.position;
  }
  node.byNumber?.delete(activation.n);
  if (node.byTag !== null) removeFromIndex(node.byTag, activation.tag, activation);
  if (node.alive.length === 0) {
    node.alive = NOBODY;
    node.byTag = null;
    node.byNumber = null;
  }
  state.tally[activation.status as LivingStatus]--;
  activation.status = 'over';
  wakeWatchers(state, activation);
  releaseTag(state.tags, activation.tag);
}

/** Keeps the newest `most` outputs. */
export function addOutput(node: NodeState, output: Output, most: number): void {
  if (node.outputs === NOTHING) node.outputs = [output];
  else if (node.outputs.push(output) > most) node.outputs.shift();
}

export function extraOf(activation: Activation): ActivationExtra {
  activation.extra ??= {
    recorded: null,
    asked: null,
    begun: 0,
    wait: null,
    resume: false,
    timer: null,
    timeLeftMs: null,
    mutex: null,
    slot: null,
    children: null,
    missing: null,
    outcome: null,
    handOff: false,
    failingSince: null,
    retries: null,
  };
  return activation.extra;
}
