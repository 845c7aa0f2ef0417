// A definition with everything filled in
// What a page that shows a workflow asks for: the workflow, its trigger and its steps in one piece, every field present.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { pickOwn } from '../../json/pick-own.ts';
import { readSteps, textOrEmpty, type Step } from '../read/read-steps.ts';

/** The definition of a pipeline in the shape that the original system's API answers with. */
export function workflowWithDetails(definition: JsonObject): JsonObject {
  const trigger = ownValue(definition, 'trigger');
  const user_id = valueOf(definition, 'user_id');
  const uuid = textOrEmpty(definition, 'uuid') || textOrEmpty(definition, 'id') || null;
  const owner = { uuid, user_id };
  return {
    ...owner,
    name: textOrEmpty(definition, 'name'),
    description: textOrEmpty(definition, 'description'),
    is_active: ownValue(definition, 'is_active') ?? true,
    trigger: trigger !== undefined && isObject(trigger) ? triggerDetails(trigger, owner) : null,
    steps: readSteps(definition).map((step) => stepDetails(step, user_id)),
    template_id: valueOf(definition, 'template_id'),
    template_version: valueOf(definition, 'template_version'),
    created_at: valueOf(definition, 'created_at'),
    updated_at: valueOf(definition, 'updated_at'),
  };
}

function triggerDetails(
  trigger: JsonObject,
  { uuid, user_id }: { readonly uuid: Json; readonly user_id: Json },
): JsonObject {
  return {
    uuid: valueOf(trigger, 'uuid'),
    user_id: ownValue(trigger, 'user_id') ?? user_id,
    workflow_uuid: ownValue(trigger, 'workflow_uuid') ?? uuid,
    trigger_type_id: ownValue(trigger, 'trigger_type_id') ?? 'manual',
    config: ownValue(trigger, 'config') ?? {},
    filter_rules: ownValue(trigger, 'filter_rules') ?? {},
    initial_data_description: textOrEmpty(trigger, 'initial_data_description'),
    created_at: valueOf(trigger, 'created_at'),
    updated_at: valueOf(trigger, 'updated_at'),
  };
}

function stepDetails(step: Step, user_id: Json): JsonObject {
  const { uuid, type, written } = step;
  return {
    uuid,
    user_id: ownValue(written, 'user_id') ?? user_id,
    name: textOrEmpty(written, 'name'),
    description: textOrEmpty(written, 'description'),
    type: type ?? valueOf(written, 'type'),
    ...ofType(step),
  };
}

function ofType({ type, written }: Step): JsonObject {
  if (type === 'stop_checker') {
    return { stop_conditions: ownValue(written, 'stop_conditions') ?? [] };
  }
  return {
    model: textOrEmpty(written, 'model'),
    system_prompt: textOrEmpty(written, 'system_prompt'),
    ...(type === 'custom_agent'
      ? { tools: ownValue(written, 'tools') ?? {}, ...pickOwn(written, 'max_turns') }
      : pickOwn(written, 'schema')),
    generated_summary: valueOf(written, 'generated_summary'),
  };
}

function valueOf(object: JsonObject, key: string): Json {
  return ownValue(object, key) ?? null;
}
