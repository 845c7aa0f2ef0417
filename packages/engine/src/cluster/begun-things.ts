import type { RunState } from '@skein/kernel';
import type { BegunThings } from '@skein/ports';

/** What a run has begun and not ended, for whoever measures it. */
export function begunThings({ createdAt, nodes, waits }: RunState): BegunThings {
  const alive = [...nodes.values()].flatMap((node) => node.alive);
  return {
    createdAt,
    activations: alive.flatMap(({ node, n, startedAt }) =>
      startedAt === null ? [] : [{ node: node.id, activation: n, startedAt }],
    ),
    waits: [...waits.values()].map(({ id, node, activation, question, createdAt: at }) => ({
      wait: id,
      node: node?.id ?? '',
      activation,
      kind: question.kind,
      createdAt: at,
    })),
  };
}
