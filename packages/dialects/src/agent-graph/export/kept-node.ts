import { isObject, ownValue, type Json, type JsonObject, type WorkflowNode } from '@skein/kernel';
import type { AgentGraphNodeType } from '../shape/agent-graph-nodes.ts';

/** A node of the native workflow that this dialect has words for. */
export interface KeptNode {
  readonly node: WorkflowNode;
  /** Its place in the native workflow. */
  readonly at: number;
  readonly nodeType: AgentGraphNodeType;
}

export function configOf({ config }: WorkflowNode, key: string): Json | undefined {
  return config === undefined ? undefined : ownValue(config, key);
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
