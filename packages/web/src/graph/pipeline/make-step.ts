import { stepsOf, stepType, stopOperators, type StepType } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { freeId } from '../free-id.ts';
import { formSchemaOf, openForm } from '../forms/config-schema.ts';
import { objectAt, textAt } from '../own-keys.ts';
import { stepPalette } from './step-palette.ts';

/** A new step that refers to the step before it, so that it is valid at once. */
export function makeStep(type: StepType, definition: JsonObject, uuid: string): JsonObject {
  const steps = stepsOf(definition);
  const entry = stepPalette.find((each) => each.type === type);
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

/** The JSON schema of the form of a step. */
export function stepSchema(type: string): JsonObject {
  const entry = stepPalette.find((each) => each.type === type);
  if (entry === undefined) return openForm;
  const form = formSchemaOf(entry.config);
  const properties = objectAt(form, 'properties');
  const conditions = objectAt(properties, 'stop_conditions');
  if (Object.keys(conditions).length === 0) return form;
  const items = conditionForm(objectAt(conditions, 'items'));
  return {
    ...form,
    properties: { ...properties, stop_conditions: { ...conditions, items } },
  };
}

/** What a new condition has, and its operators in words. What is missing is told by the diagnostics. */
function conditionForm(schema: JsonObject): JsonObject {
  const { required: _, ...items } = schema;
  const properties = objectAt(items, 'properties');
  const { enum: __, ...operator } = objectAt(properties, 'operator');
  const path = objectAt(properties, 'extraction_json_path');
  return {
    ...items,
    properties: {
      ...properties,
      extraction_json_path: { ...path, default: '$' },
      operator: {
        ...operator,
        type: 'string',
        default: 'equals',
        oneOf: Object.entries(stopOperators).map(([value, title]) => ({ const: value, title })),
      },
    },
  };
}
