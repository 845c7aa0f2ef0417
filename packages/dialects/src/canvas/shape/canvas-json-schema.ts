// The JSON schema of a canvas, for editors and forms.
import type { Json, JsonObject } from '@skein/kernel';
import { toJsonSchema } from '../../shape/to-json-schema.ts';
import { dataShapes } from './canvas-nodes.ts';
import { canvasNodeShape, canvasShape, connectionShape } from './canvas-shape.ts';

export function canvasJsonSchema(): JsonObject {
  const schema = toJsonSchema(canvasShape);
  const connections = { type: 'array', items: { $ref: '#/$defs/connection' } };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skein workflow, canvas format',
    ...schema,
    properties: {
      ...(schema['properties'] as JsonObject),
      nodes: { type: 'array', items: { $ref: '#/$defs/node' }, description: 'The nodes.' },
      connections: { ...connections, description: 'The edges between nodes.' },
      edges: { ...connections, description: 'Another name for connections.' },
    },
    $defs: { node: nodeSchema(), connection: toJsonSchema(connectionShape) },
  };
}

function nodeSchema(): JsonObject {
  const schema = toJsonSchema(canvasNodeShape);
  return {
    ...schema,
    properties: {
      ...(schema['properties'] as JsonObject),
      type: { description: 'What the node does.', enum: [...dataShapes.keys()] },
    },
    allOf: [...dataShapes].map(([type, shape]): Json => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON schema; nobody awaits a schema
      then: { properties: { data: { anyOf: [toJsonSchema(shape), { type: 'null' }] } } },
    })),
  };
}
