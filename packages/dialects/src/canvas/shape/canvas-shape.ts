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
  id: required(nonEmptyText, 'a unique id, used by connections'),
  type: required(nonEmptyText, '"start", "agent", "if" or "approval"'),
  x: optional(nullable(number()), 'where it is drawn, from the left'),
  y: optional(nullable(number()), 'where it is drawn, from the top'),
  data: optional(nullable(openObject), 'the settings of this node type'),
});

export const connectionShape = record('connection', {
  id: optional(nonEmptyText, 'a unique id'),
  source: required(nonEmptyText, 'the id of the source node'),
  target: required(nonEmptyText, 'the id of the target node'),
  sourceHandle: optional(maybeText, 'the handle of the source; default output'),
  targetHandle: optional(maybeText, 'the handle of the target; default input'),
});

const connectionList = list(connectionShape);

export const canvasShape = record('canvas', {
  id: optional(nonEmptyText, 'a unique id among your workflows'),
  name: optional(text, 'the display name'),
  description: optional(text, 'what it is for'),
  policy: optional(record('policy', policyFields), 'limits and what happens on failures'),
  nodes: required(list(canvasNodeShape), 'the nodes'),
  connections: optional(connectionList, 'the edges between nodes'),
  edges: optional(connectionList, 'another name for "connections"'),
  studio: studioField,
  $schema: optional(text, 'the JSON schema that editors check the file against'),
});
