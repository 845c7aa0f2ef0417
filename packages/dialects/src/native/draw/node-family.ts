import { findNativeNode } from '../nodes/native-nodes.ts';
import type { NodeFamily } from '../nodes/native-node.ts';

/** The family that a node is drawn as, whatever type it has. */
export function nodeFamily(type: string): NodeFamily {
  return findNativeNode(type)?.family ?? 'other';
}
