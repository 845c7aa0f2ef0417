// The JSON schema of the dataflow format, for editors.
import type { Json, JsonObject } from '@skein/kernel';
import { toJsonSchema } from '../../shape/to-json-schema.ts';
import { flowConfigShapes } from './dataflow-nodes.ts';
import { dataflowShape, flowNodeShape } from './dataflow-shape.ts';

export function dataflowJsonSchema(): JsonObject {
  const schema = toJsonSchema(dataflowShape);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skein workflow, dataflow format',
    ...schema,
    properties: {
      ...(schema['properties'] as JsonObject),
      nodes: { type: 'array', items: nodeSchema(), description: 'The nodes.' },
    },
  };
}

function nodeSchema(): JsonObject {
  const rules = [...flowConfigShapes].map(([type, shape]): Json => ({
    if: { properties: { nodeType: { const: type } }, required: ['nodeType'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON schema; nobody awaits a schema
    then: { properties: { config: { anyOf: [toJsonSchema(shape), { type: 'null' }] } } },
  }));
  return { ...toJsonSchema(flowNodeShape), allOf: rules };
}
