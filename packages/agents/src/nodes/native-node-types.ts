import type { NodeType } from '@skein/ports';
import { agentNode } from './agent-node.ts';
import { approvalNode } from './approval-node.ts';
import { eventNode } from './event-node.ts';
import { functionNode, type FunctionRegistry } from './function-node.ts';
import { inputNode } from './input-node.ts';
import { kernelNodeTypes } from './kernel-node-types.ts';
import { llmNode } from './llm-node.ts';
import { toolNode } from './tool-node.ts';

/** All native node types by name, with the functions that the type `function` can call. */
export function nativeNodeTypes({
  functions,
}: {
  readonly functions: FunctionRegistry;
}): ReadonlyMap<string, NodeType> {
  return new Map([
    ...kernelNodeTypes,
    ['function', functionNode(functions)],
    ['llm', llmNode],
    ['agent', agentNode],
    ['tool', toolNode],
    ['approval', approvalNode],
    ['input', inputNode],
    ['event', eventNode],
  ]);
}
