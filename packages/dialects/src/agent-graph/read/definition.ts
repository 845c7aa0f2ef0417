// An agent-graph definition
// The document as it is written, once its shape has been checked: rows of workflows, nodes, edges and agents.
import type { Policy } from '@skein/kernel';
import type { AgentGraphNodeType } from '../shape/agent-graph-nodes.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';

export interface AgentGraphDefinition {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly isConversational?: boolean | null;
  readonly entrypointNodeId: string;
  readonly nodes: readonly AgentGraphNode[];
  readonly edges?: readonly AgentGraphEdge[];
  readonly agents?: readonly StoredAgent[];
  readonly policy?: Policy;
}

export interface AgentGraphNode {
  readonly id: string;
  readonly workflowId?: string | null;
  readonly nodeType: AgentGraphNodeType;
  readonly nodeName?: string | null;
  readonly agentId?: string | null;
}

export interface AgentGraphEdge {
  readonly id?: string;
  readonly workflowId?: string | null;
  readonly sourceNodeId: string;
  /** Null ends the run. */
  readonly targetNodeId: string | null;
  readonly conditionType: 'CONDITIONAL' | 'ALWAYS' | 'ON_COMPLETE';
  readonly conditionValue?: string | null;
}

/** The value that always ends the run. */
export const END = 'END';

export function isAlways({ conditionType }: Pick<AgentGraphEdge, 'conditionType'>): boolean {
  return conditionType !== 'CONDITIONAL';
}

export function nameOf({ id, nodeName }: Pick<AgentGraphNode, 'id' | 'nodeName'>): string {
  return nodeName ?? id;
}
