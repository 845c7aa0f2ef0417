// The shape of a canvas definition
// Keys, types and allowed values of the document, its nodes and connections, and of the data of each node type. What nodes
// and connections say about each other is looked at elsewhere (check-canvas).
import { studioField } from '../drawing.ts';
import { policyFields } from '../native/workflow-shape.ts';
import {
  any,
  boolean,
  choice,
  either,
  list,
  nonEmptyText,
  nullable,
  number,
  openObject,
  optional,
  record,
  required,
  text,
  withOthers,
  type RecordShape,
} from '../shape/shape.ts';

const maybeText = nullable(text);
const maybeBoolean = nullable(boolean);

export const canvasNodeShape = record('node', {
  id: required(nonEmptyText, 'a name of its own, which connections use'),
  type: required(nonEmptyText, '"start", "agent", "if" or "approval"'),
  x: optional(nullable(number()), 'where it is drawn, from the left'),
  y: optional(nullable(number()), 'where it is drawn, from the top'),
  data: optional(nullable(openObject), 'the settings of this node type'),
});

export const connectionShape = record('connection', {
  id: optional(nonEmptyText, 'a name of its own'),
  source: required(nonEmptyText, 'the id of the node that it leaves'),
  target: required(nonEmptyText, 'the id of the node that it enters'),
  sourceHandle: optional(maybeText, 'the handle that it leaves from; default output'),
  targetHandle: optional(maybeText, 'the handle that it enters; default input'),
});

const connectionList = list(connectionShape);

export const canvasShape = record('canvas', {
  id: optional(nonEmptyText, 'a name of its own among your workflows'),
  name: optional(text, 'what people see'),
  description: optional(text, 'what it is for'),
  policy: optional(record('policy', policyFields), 'limits and what happens on failures'),
  nodes: required(list(canvasNodeShape), 'what is done'),
  connections: optional(connectionList, 'what follows what'),
  edges: optional(connectionList, 'another word for "connections"'),
  studio: studioField,
  $schema: optional(text, 'the JSON schema that an editor checks the file with'),
});

/** Other keys are names of the host's tools, of MCP servers among them: `"<server>-<tool>": true`. */
const toolsShape = withOthers(
  record('tool choice', {
    web_search: optional(maybeBoolean, 'whether the agent may search the web'),
    subagents: optional(maybeBoolean, 'whether connected agents are offered to it as tools'),
  }),
  nullable(
    either(
      boolean,
      record('tool setting', { enabled: optional(maybeBoolean, 'whether it may be called') }),
    ),
  ),
);

const conditionShape = record('condition', {
  operator: required(choice('equal', 'contains'), '"equal" or "contains"'),
  value: optional(maybeText, 'the text to compare with; an empty one never matches'),
});

const approvalData = record('data of an approval', {
  prompt: optional(maybeText, 'the question that people are asked'),
});

/** The data of each node type, the legacy `input` among them. */
export const dataShapes: ReadonlyMap<string, RecordShape> = new Map([
  [
    'start',
    record('data of a start', {
      initialInput: optional(any, 'what the run begins with; without it the input of the run'),
    }),
  ],
  [
    'agent',
    record('data of an agent', {
      agentName: optional(maybeText, 'what people see; default "Agent"'),
      systemPrompt: optional(maybeText, 'instructions that go before the message'),
      userPrompt: optional(maybeText, 'the message; without it the previous output'),
      model: optional(maybeText, 'the model as provider/model, a known name or an alias'),
      reasoningEffort: optional(maybeText, 'how long the model may think'),
      tools: optional(nullable(toolsShape), 'what the agent may use'),
    }),
  ],
  [
    'if',
    record('data of an if', {
      conditions: optional(nullable(list(conditionShape)), 'tried in order; the first match wins'),
      condition: optional(maybeText, 'the older form: one text that the output must contain'),
    }),
  ],
  ['approval', approvalData],
  ['input', approvalData],
]);
