import type { Activation, ActivationName, Graph, RunState } from '@skein/kernel';

/** A run at one moment. */
export interface Standing {
  readonly graph: Graph;
  readonly state: RunState;
}

export function activationOf(
  { graph, state }: Standing,
  { node, activation }: ActivationName,
): Activation | undefined {
  const index = graph.nodeById.get(node)?.index;
  const nodeState = index === undefined ? undefined : state.nodes.get(index);
  return nodeState?.byNumber?.get(activation) ?? nodeState?.alive.find(({ n }) => n === activation);
}
