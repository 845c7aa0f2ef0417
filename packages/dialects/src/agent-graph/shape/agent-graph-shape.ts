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

const workflowId = optional(nullable(text), 'the id of its workflow');

const nodeShape = record('node', {
  id: required(nonEmptyText, 'a unique id, used by edges'),
  workflowId,
  nodeType: required(
    choice(...agentGraphNodeTypes),
    'what the node does: "AGENT", "TOOL_EXECUTOR" or "HUMAN_HANDOFF"',
  ),
  ...nodeFields,
});

const edgeShape = record('edge', {
  id: optional(nonEmptyText, 'a unique id'),
  workflowId,
  sourceNodeId: required(nonEmptyText, 'the id of the source node'),
  targetNodeId: required(
    nullable(nonEmptyText),
    'the id of the target node, or null to end the run',
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
  id: required(nonEmptyText, 'a unique id, used by nodes'),
  ...agentFields,
});

/** Settings of the workflow as a whole that editors show as fields. */
export const agentGraphSettings = record('settings of a workflow', {
  isConversational: optional(
    nullable(boolean),
    'whether the user is asked for the next message if no edge follows an agent',
    { title: 'Conversation' },
  ),
});

export const agentGraphShape = record('workflow', {
  id: optional(nonEmptyText, 'a unique id among your workflows'),
  name: optional(text, 'the display name'),
  description: optional(nullable(text), 'what it is for'),
  ...Object.fromEntries(agentGraphSettings.fields),
  entrypointNodeId: required(nonEmptyText, 'the id of the node that a run starts with'),
  nodes: required(list(nodeShape), 'the agents, tool executors and hand-offs'),
  edges: optional(list(edgeShape), 'the edges between nodes'),
  agents: optional(list(agentShape), 'the agents, unless they were stored before'),
  policy: optional(policyShape, 'limits: maxSteps (15), timeoutMs (90,000), maxRepeats (3)'),
  studio: studioField,
  $schema: optional(text, 'the JSON schema that editors check the file against'),
});
