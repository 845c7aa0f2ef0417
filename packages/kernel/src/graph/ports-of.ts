import type { Workflow } from '../definition.ts';
import type { GraphNode } from './graph.ts';

const oneOutput: readonly string[] = ['output'];

/** The ports that a node can fire besides `error`; results of items leave on one, whatever the type has otherwise. */
export function portsOf(
  { nodes }: Workflow,
  { index, kind, each }: Pick<GraphNode, 'index' | 'kind' | 'each'>,
): readonly string[] | 'any' {
  if (each !== null) return oneOutput;
  return typeof kind.ports === 'function' ? kind.ports(nodes[index]?.config ?? {}) : kind.ports;
}
