import type { Graph, NodeId } from '@skein/kernel';
import { EngineError } from '@skein/ports';

export function nodeNotFound({ nodes }: Graph, node: NodeId): EngineError {
  return new EngineError('NODE_NOT_FOUND', { node, known: nodes.map(({ id }) => id) });
}
