// The JSON schema of the native format
// For `"$schema"` in a file: editors then complete keys and underline mistakes while one types.
import type { Json, JsonObject } from '@skein/kernel';
import type { RecordShape } from '../../shape/shape.ts';
import { toJsonSchema } from '../../shape/to-json-schema.ts';
import { nodeConfigShapes } from '../nodes/native-nodes.ts';
import { edgeShape, inlineWorkflowShape, nodeShape } from './workflow-shape.ts';

export function nativeJsonSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skein workflow, native format',
    $ref: '#/$defs/workflow',
    required: ['skein', 'nodes'],
    $defs: {
      workflow: workflowSchema(),
      node: nodeSchema(),
      edge: toJsonSchema(edgeShape),
    },
  };
}

function workflowSchema(): JsonObject {
  const schema = toJsonSchema(inlineWorkflowShape);
  return {
    ...schema,
    properties: {
      ...(schema['properties'] as JsonObject),
      nodes: { type: 'array', items: { $ref: '#/$defs/node' }, description: 'The nodes.' },
      edges: {
        type: 'array',
        items: { $ref: '#/$defs/edge' },
        description: 'The edges between nodes.',
      },
    },
  };
}

// Node types of the host are allowed beside the native ones, so the type is a text and each native one adds a rule.
function nodeSchema(): JsonObject {
  const schema = toJsonSchema(nodeShape);
  return {
    ...schema,
    properties: {
      ...(schema['properties'] as JsonObject),
      type: {
        description: 'What the node does; native types are completed, others must be registered.',
        anyOf: [{ enum: [...nodeConfigShapes.keys()] }, { type: 'string', minLength: 1 }],
      },
    },
    allOf: [...nodeConfigShapes].map(([type, shape]) => configRule(type, shape)),
  };
}

function configRule(type: string, shape: RecordShape): Json {
  const needsConfig =
    shape.oneOf.length > 0 ||
    [...shape.fields.values()].some((field) => field.presence === 'required');
  return {
    if: { properties: { type: { const: type } }, required: ['type'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON schema; nobody awaits a schema
    then: {
      properties: { config: toJsonSchema(shape) },
      ...(needsConfig ? { required: ['config'] } : {}),
    },
  };
}
