// The shape of a canvas definition
// Keys, types and allowed values of the document, its nodes and connections. The data of a node depends on its type
// (canvas-nodes); what nodes and connections say about each other is checked elsewhere (check-canvas).
import { studioField } from '../../dialect/drawing.ts';
import { policyFields } from '../../native/shape/workflow-shape.ts';
import {
  list,
  nonEmptyText,
  nullable,
  number,
  openObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';

const maybeText = nullable(text);

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
