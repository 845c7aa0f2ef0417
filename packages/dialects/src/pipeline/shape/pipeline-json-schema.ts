// The JSON schema of a pipeline, for editors and forms
import type { JsonObject } from '@skein/kernel';
import { toJsonSchema } from '../../shape/to-json-schema.ts';
import { pipelineShape, pipelineSteps } from './pipeline-shape.ts';

export function pipelineJsonSchema(): JsonObject {
  const schema = toJsonSchema(pipelineShape);
  const step = {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: Object.keys(pipelineSteps) } },
    allOf: Object.entries(pipelineSteps).map(([type, { config }]) => ({
      if: { properties: { type: { const: type } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON schema; nobody awaits a schema
      then: toJsonSchema(config),
    })),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skein workflow, pipeline',
    ...schema,
    properties: {
      ...(schema['properties'] as JsonObject),
      steps: { type: 'array', items: step, description: 'The steps, in this order.' },
    },
  };
}
