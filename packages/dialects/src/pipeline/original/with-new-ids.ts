// A copy of a pipeline
// Ids of steps are unique for their user, so a second workflow made from the same file needs ids of its own. What refers to a
// step (placeholders in prompts, conditions of checkers) follows.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { textOrEmpty } from '../read/read-steps.ts';

/** The same pipeline with new ids for itself, its trigger and its steps; owners and times are left out. */
export function withNewIds(definition: JsonObject, newId: () => string): JsonObject {
  const uuid = newId();
  const steps = ownValue(definition, 'steps');
  const trigger = ownValue(definition, 'trigger');
  const written: readonly Json[] = Array.isArray(steps) ? steps : [];
  const ids = new Map<string, string>();
  for (const step of written) {
    const old = isObject(step) ? textOrEmpty(step, 'uuid') : '';
    if (old !== '') ids.set(old, newId());
  }
  const hasTrigger = trigger !== undefined && isObject(trigger);
  const { id: _, trigger_uuid: __, ...rest } = withoutOwner(definition);
  return {
    ...rest,
    uuid,
    ...(hasTrigger
      ? { trigger: { ...withoutOwner(trigger), uuid: newId(), workflow_uuid: uuid } }
      : {}),
    ...(Array.isArray(steps)
      ? { steps: written.map((step) => (isObject(step) ? renewStep(step, ids, newId) : step)) }
      : {}),
  };
}

/** The same pipeline without what its host alone says: the owners and times of the workflow, its steps and its trigger. */
export function withoutOwners(definition: JsonObject): JsonObject {
  const entries = Object.entries(withoutOwner(definition)).map(([key, value]) => {
    if (key === 'trigger') return [key, partWithoutOwner(value)] as const;
    if (key !== 'steps' || !Array.isArray(value)) return [key, value] as const;
    return [key, value.map((step: Json) => partWithoutOwner(step))] as const;
  });
  return Object.fromEntries(entries);
}

function partWithoutOwner(part: Json): Json {
  return isObject(part) ? withoutOwner(part) : part;
}

/** A copy does not keep the owner and the times. */
function withoutOwner(object: JsonObject): JsonObject {
  const { user_id: _, created_at: __, updated_at: ___, ...rest } = object;
  return rest;
}

function renewStep(
  step: JsonObject,
  ids: ReadonlyMap<string, string>,
  newId: () => string,
): JsonObject {
  const prompt = ownValue(step, 'system_prompt');
  const conditions = ownValue(step, 'stop_conditions');
  return {
    ...withoutOwner(step),
    uuid: ids.get(textOrEmpty(step, 'uuid')) ?? newId(),
    ...(typeof prompt === 'string' ? { system_prompt: renewPrompt(prompt, ids) } : {}),
    ...(Array.isArray(conditions)
      ? { stop_conditions: conditions.map((each: Json) => renewCondition(each, ids)) }
      : {}),
  };
}

function renewPrompt(prompt: string, ids: ReadonlyMap<string, string>): string {
  let renewed = prompt;
  for (const [old, made] of ids) {
    // Split and joined: a replacement would read `$&` in an id as an instruction.
    renewed = renewed.split(`<<step_output.${old}>>`).join(`<<step_output.${made}>>`);
  }
  return renewed;
}

function renewCondition(condition: Json, ids: ReadonlyMap<string, string>): Json {
  if (!isObject(condition)) return condition;
  const made = ids.get(textOrEmpty(condition, 'step_definition_uuid'));
  return made === undefined ? condition : { ...condition, step_definition_uuid: made };
}
