// The shape of an agent-graph definition
// Keys are the columns of its tables, literally.
import { studioField } from '../../dialect/drawing.ts';
import { policyShape } from '../../native/shape/workflow-shape.ts';
import { agentFields, agentGraphNodeTypes, nodeFields } from './agent-graph-nodes.ts';
import {
  boolean,
  choice,
  list,
  nonEmptyText,
  nullable,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';

const workflowId = optional(nullable(text), 'the id of the workflow that it belongs to');

const nodeShape = record('node', {
  id: required(nonEmptyText, 'a name of its own, which edges use'),
  workflowId,
  nodeType: required(
    choice(...agentGraphNodeTypes),
    'what the node does: "AGENT", "TOOL_EXECUTOR" or "HUMAN_HANDOFF"',
  ),
  ...nodeFields,
});

const edgeShape = record('edge', {
  id: optional(nonEmptyText, 'a name of its own'),
  workflowId,
  sourceNodeId: required(nonEmptyText, 'the id of the node that it leaves'),
  targetNodeId: required(
    nullable(nonEmptyText),
    'the id of the node that it leads to, or null to end the run',
  ),
  conditionType: required(
    choice('CONDITIONAL', 'ALWAYS', 'ON_COMPLETE'),
    'when it is followed: "CONDITIONAL", "ALWAYS" or "ON_COMPLETE"',
  ),
  conditionValue: optional(
    nullable(text),
    'of a CONDITIONAL edge: what an agent sets as next, or the tool that was executed',
  ),
});

const agentShape = record('agent', {
  id: required(nonEmptyText, 'a name of its own, which nodes use'),
  ...agentFields,
});

export const agentGraphShape = record('workflow', {
  id: optional(nonEmptyText, 'a name of its own among your workflows'),
  name: optional(text, 'what people see'),
  description: optional(nullable(text), 'what it is for'),
  isConversational: optional(
    nullable(boolean),
    'whether the user is asked for the next message when an agent has nowhere to go',
  ),
  entrypointNodeId: required(nonEmptyText, 'the id of the node that a run begins with'),
  nodes: required(list(nodeShape), 'the agents, tool executors and hand-offs'),
  edges: optional(list(edgeShape), 'who may follow whom'),
  agents: optional(list(agentShape), 'the agents, unless they were stored before'),
  policy: optional(policyShape, 'limits: maxSteps (15), timeoutMs (90,000), maxRepeats (3)'),
  studio: studioField,
  $schema: optional(text, 'the JSON schema that an editor checks the file with'),
});
