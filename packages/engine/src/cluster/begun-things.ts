import type { RunState } from '@skein/kernel';
import type { BegunThings } from '@skein/ports';

/** What a run has started and not finished, for measurements. */
export function begunThings({ origin, nodes, waits }: RunState): BegunThings {
  const alive = [...nodes.values()].flatMap((node) => node.alive);
  return {
    createdAt: origin.createdAt,
    activations: alive.flatMap(({ node, n, startedAt }) =>
      startedAt === null ? [] : [{ node: node.id, activation: n, startedAt }],
    ),
    waits: [...waits.values()].map(({ id, node, activation, question, createdAt }) => ({
      wait: id,
      node: node?.id ?? '',
      activation,
      kind: question.kind,
      createdAt,
    })),
  };
}
