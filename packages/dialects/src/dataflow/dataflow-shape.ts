// The shape of a dataflow definition
// Keys of the document, its nodes and edges, and the config of each of its own node types.
import {
  any,
  choice,
  dictionary,
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
  type RecordShape,
} from '../shape/shape.ts';
import { studioField } from '../drawing.ts';
import { policyShape } from '../native/workflow-shape.ts';

const position = record('position', {
  x: required(number(), 'the distance from the left'),
  y: required(number(), 'the distance from the top'),
});

export const flowNodeShape = record(
  'node',
  {
    id: required(nonEmptyText, 'a name of its own, which edges use'),
    nodeType: optional(nonEmptyText, 'what the node does, for example "chat"'),
    type: optional(nonEmptyText, 'another way to write nodeType'),
    kind: optional(nonEmptyText, 'another way to write nodeType'),
    config: optional(nullable(openObject), 'the settings of this node type'),
    label: optional(nullable(text), 'what people see; default: the id'),
    position: optional(nullable(position), 'where it is drawn; no part of the version'),
  },
  ['nodeType', 'type', 'kind'],
);

const flowEdgeShape = record('edge', {
  id: optional(nonEmptyText, 'a name of its own'),
  source: required(nonEmptyText, 'the id of the node that it leaves'),
  sourceOutput: optional(nullable(nonEmptyText), 'the output that it takes; default context'),
  sourceHandle: optional(nullable(nonEmptyText), 'another way to write sourceOutput'),
  target: required(nonEmptyText, 'the id of the node that it enters'),
  targetInput: optional(nullable(nonEmptyText), 'the input that it fills; default context'),
  targetHandle: optional(nullable(nonEmptyText), 'another way to write targetInput'),
  metadata: optional(
    nullable(openObject),
    'isContextEdge: true makes it carry the context; other keys are your own',
  ),
});

export const dataflowShape = record('flow', {
  id: optional(nonEmptyText, 'a name of its own among your workflows'),
  name: optional(nullable(text), 'what people see'),
  description: optional(nullable(text), 'what it is for'),
  policy: optional(policyShape, 'limits, concurrency and what happens on failures'),
  nodes: required(list(flowNodeShape), 'what is done'),
  edges: optional(list(flowEdgeShape), 'which output goes to which input'),
  studio: studioField,
});

const provider = optional(nullable(text), 'the provider of the model, for example "anthropic"');
const model = optional(nullable(text), 'the model, as its provider calls it');
const prompt = optional(nullable(text), 'what the person is asked');
const contextSettings = {
  provider,
  model,
  systemInstructions: optional(nullable(text), 'what the model is told before the conversation'),
};

const message = record('message', {
  role: required(choice('system', 'user', 'assistant'), 'who says it'),
  content: required(text, 'what is said'),
});

export const flowConfigShapes: ReadonlyMap<string, RecordShape> = new Map(
  Object.entries({
    defaultContextStart: contextSettings,
    newContext: contextSettings,
    userInput: { prompt },
    manualInput: { message: required(text, 'what is passed on as if a person had said it') },
    chat: { provider, model },
    tools: {
      tools: optional(
        either(choice('auto'), list(nonEmptyText)),
        '"auto" for all tools (default), or the names of some',
      ),
    },
    intentRouter: {
      provider,
      model,
      routes: required(dictionary(text), 'the intents by name, each with its description'),
    },
    injectMessages: { messages: required(list(message), 'what is added to the history') },
    cache: {
      ttlMs: optional(
        nullable(number(0)),
        'milliseconds for which a value is kept; default: for the whole run',
      ),
    },
    parallelSplit: {},
    parallelJoin: {},
    conditional: { condition: required(any, 'a native condition about the data') },
    approvalGate: { prompt },
    budgetGuard: {
      tokens: optional(nullable(number(0)), 'model tokens, in and out, that may have been used'),
      usd: optional(nullable(number(0)), 'US dollars that may have been spent'),
    },
    redactor: {
      kinds: optional(
        list(choice('email', 'phone', 'card', 'ip')),
        'what is taken out; default: all four, unless there are literals',
      ),
      literals: optional(list(nonEmptyText), 'texts that are taken out, whatever their case'),
    },
  }).map(([type, fields]) => [type, record(`${type} config`, fields)]),
);
