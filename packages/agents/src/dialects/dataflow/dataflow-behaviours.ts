import type { DataflowType } from '@skein/dialects';
import type { NodeBehaviour } from '@skein/ports';
import { cacheNode } from './cache-node.ts';
import { chatNode } from './chat-node.ts';
import { defaultContextStartNode, injectMessagesNode, newContextNode } from './context-nodes.ts';
import {
  budgetGuardNode,
  conditionalNode,
  parallelJoinNode,
  parallelSplitNode,
} from './flow-nodes.ts';
import { approvalGateNode, manualInputNode, userInputNode } from './input-nodes.ts';
import { intentRouterNode } from './intent-router-node.ts';
import { redactorNode } from './redactor-node.ts';
import { toolsNode } from './tools-node.ts';

/** What the node types that only this dialect has do, by their full names. */
export const dataflowBehaviours: Readonly<Record<`dataflow.${DataflowType}`, NodeBehaviour>> = {
  'dataflow.defaultContextStart': defaultContextStartNode,
  'dataflow.newContext': newContextNode,
  'dataflow.userInput': userInputNode,
  'dataflow.manualInput': manualInputNode,
  'dataflow.chat': chatNode,
  'dataflow.tools': toolsNode,
  'dataflow.intentRouter': intentRouterNode,
  'dataflow.injectMessages': injectMessagesNode,
  'dataflow.cache': cacheNode,
  'dataflow.parallelSplit': parallelSplitNode,
  'dataflow.parallelJoin': parallelJoinNode,
  'dataflow.conditional': conditionalNode,
  'dataflow.approvalGate': approvalGateNode,
  'dataflow.budgetGuard': budgetGuardNode,
  'dataflow.redactor': redactorNode,
};
