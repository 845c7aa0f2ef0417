import { stepsOf, stepType } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { freeId } from '../free-id.ts';
import { textAt } from '../own-keys.ts';
import { stepEntries, type StepType } from './step-entries.ts';

/** A new step that refers to the step before it, so that it is valid at once. */
export function makeStep(type: StepType, definition: JsonObject, uuid: string): JsonObject {
  const steps = stepsOf(definition);
  const entry = stepEntries.find((each) => each.type === type);
  const name = freeId(entry?.name ?? type, new Set(steps.map((step) => textAt(step, 'name'))));
  const base = { uuid, name, type };
  if (type === 'stop_checker') return { ...base, stop_conditions: [] };
  const model = steps.map((step) => textAt(step, 'model')).findLast((each) => each !== '');
  const source = steps.findLast((step) => stepType(step) !== 'stop_checker');
  const before = source === undefined ? 'trigger_output' : `step_output.${textAt(source, 'uuid')}`;
  return {
    ...base,
    model: model ?? 'scripted',
    system_prompt: `Work on this:\n<<${before}>>`,
    ...(type === 'custom_agent' ? { tools: {} } : {}),
  };
}

const stopCondition: JsonObject = {
  type: 'object',
  properties: {
    step_definition_uuid: { type: 'string', title: 'Output of' },
    extraction_json_path: { type: 'string', title: 'JSONPath of the value', default: '$' },
    operator: {
      type: 'string',
      title: 'Operator',
      default: 'equals',
      oneOf: [
        { const: 'equals', title: 'is' },
        { const: 'not_equals', title: 'is not' },
        { const: 'contains', title: 'contains' },
        { const: 'greater_than', title: 'is more than' },
        { const: 'less_than', title: 'is less than' },
      ],
    },
    target_value: { title: 'Compare with' },
  },
};

/** The JSON schema of the form of a step. */
export function stepSchema(type: string): JsonObject {
  const name: Json = { type: 'string', title: 'Name' };
  const description: Json = { type: 'string', title: 'Description' };
  if (type === 'stop_checker')
    return {
      type: 'object',
      required: ['name'],
      properties: {
        name,
        description,
        stop_conditions: {
          type: 'array',
          title: 'Stop conditions',
          description: 'Any one of them stops the run.',
          items: stopCondition,
        },
      },
    };
  const agent: JsonObject = {
    tools: {
      type: 'object',
      title: 'Tools',
      description: '"<server>-<tool>": { "enabled": true }',
    },
    max_turns: { type: 'integer', title: 'Max turns', minimum: 1 },
  };
  return {
    type: 'object',
    required: ['name', 'system_prompt'],
    properties: {
      name,
      description,
      model: { type: 'string', title: 'Model' },
      system_prompt: { type: 'string', title: 'Prompt' },
      ...(type === 'custom_agent' ? agent : {}),
    },
  };
}
