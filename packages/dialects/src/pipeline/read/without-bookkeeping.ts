// A pipeline without its bookkeeping
// Owners, times, whether it is switched on, and the generated summaries change without the workflow doing anything else.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';

const ofAll = ['user_id', 'created_at', 'updated_at'];
const ofWorkflow = new Set([...ofAll, 'is_active', '$schema']);
const ofStep = new Set([...ofAll, 'generated_summary']);
const ofTrigger = new Set(ofAll);

export function withoutBookkeeping(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const rest = without(definition, ofWorkflow);
  const steps = ownValue(definition, 'steps');
  const trigger = ownValue(definition, 'trigger');
  return {
    ...rest,
    ...(Array.isArray(steps) && { steps: steps.map((step: Json) => plain(step, ofStep)) }),
    ...(isObject(trigger) && { trigger: without(trigger, ofTrigger) }),
  };
}

function plain(value: Json, keys: ReadonlySet<string>): Json {
  return isObject(value) ? without(value, keys) : value;
}

export function withoutTriggerBookkeeping(trigger: JsonObject): JsonObject {
  return without(trigger, ofTrigger);
}

function without(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}
