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
    id: required(nonEmptyText, 'a unique id, used by edges'),
    nodeType: optional(nonEmptyText, 'what the node does, for example "chat"'),
    type: optional(nonEmptyText, 'another name for nodeType'),
    kind: optional(nonEmptyText, 'another name for nodeType'),
    config: optional(nullable(openObject), 'the settings of this node type'),
    label: optional(nullable(text), 'the display name; default: the id'),
    position: optional(nullable(position), 'where it is drawn; not part of the version'),
  },
  ['nodeType', 'type', 'kind'],
);

const flowEdgeShape = record('edge', {
  id: optional(nonEmptyText, 'a unique id'),
  source: required(nonEmptyText, 'the id of the source node'),
  sourceOutput: optional(nullable(nonEmptyText), 'the output of the source; default context'),
  sourceHandle: optional(nullable(nonEmptyText), 'another name for sourceOutput'),
  target: required(nonEmptyText, 'the id of the target node'),
  targetInput: optional(nullable(nonEmptyText), 'the input of the target; default context'),
  targetHandle: optional(nullable(nonEmptyText), 'another name for targetInput'),
  metadata: optional(
    nullable(openObject),
    'isContextEdge: true makes it carry the context; other keys are your own',
  ),
});

export const dataflowShape = record('flow', {
  id: optional(nonEmptyText, 'a unique id among your workflows'),
  name: optional(nullable(text), 'the display name'),
  description: optional(nullable(text), 'what it is for'),
  policy: optional(policyShape, 'limits, concurrency and what happens on failures'),
  nodes: required(list(flowNodeShape), 'the nodes'),
  edges: optional(list(flowEdgeShape), 'which output goes to which input'),
  studio: studioField,
});
