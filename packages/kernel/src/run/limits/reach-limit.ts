// A limit is reached: noted, and dealt with between two steps of the batch (Limits L1).
import type { Graph } from '../../graph/graph.ts';
import type { Activation } from '../../state/living.ts';
import type { RunState } from '../../state/run-state.ts';
import type { Batch } from '../batch/batch.ts';
import type { LimitName, Place } from '../batch/reached-limit.ts';

/** The only activation in progress, if there is exactly one. */
export function onlyPlace({ state }: Batch): Place | null {
  let only: Activation | null = null;
  for (const { alive } of state.nodes.values()) {
    for (const activation of alive) {
      if (only !== null) return null;
      only = activation;
    }
  }
  return only === null ? null : { node: only.node.id, activation: only.n, context: only.context };
}

export function reachLimit(batch: Batch, name: LimitName, place: Place | null): void {
  if (batch.limit === null && batch.state.paused === null) batch.limit = { name, place };
}

/** Whether a node has taken over at a limit; it runs outside all limits. */
export function isHandedOff({
  graph: { limitNode },
  state,
}: {
  readonly graph: Graph;
  readonly state: RunState;
}): boolean {
  const alive = limitNode === null ? undefined : state.nodes.get(limitNode.index)?.alive;
  return alive?.some(({ extra }) => extra?.handOff === true) === true;
}

/** As its author calls it (SPEC K83). */
export function limitName({ graph }: Batch, limit: LimitName): string {
  const { limitNames } = graph.policy;
  return Object.hasOwn(limitNames, limit) ? (limitNames[limit] ?? limit) : limit;
}
