import type { RunJson } from '@skein/engine';
import type { JsonObject } from '@skein/kernel';

/** What a model is told of a run. */
export function toTriedResult({ status, output, error, nodes, waits, usage }: RunJson): JsonObject {
  const shown = {
    status,
    output,
    error,
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, node.status])),
    waits: waits.map(({ node }) => node),
    usage,
  };
  // All of it comes from the JSON of a run.
  return shown as unknown as JsonObject;
}
