// The shape of a dataflow definition
// Keys of the document, its nodes and edges. The config of a node depends on its type (dataflow-nodes).
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
import { studioField } from '../../dialect/drawing.ts';
import { policyShape } from '../../native/shape/workflow-shape.ts';

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
