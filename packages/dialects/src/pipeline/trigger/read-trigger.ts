// The trigger of a pipeline
// What its definition says about it, with defaults in place of what it leaves out.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import type { ReadTrigger, TriggerSettings } from '../../dialect/read-trigger.ts';

/** The trigger in the definition of the workflow with this id; null when it has none that can be read. */
export function readTrigger(definition: Json, workflow: string): ReadTrigger | null {
  const trigger = isObject(definition) ? ownValue(definition, 'trigger') : undefined;
  if (trigger === undefined || !isObject(trigger)) return null;
  return { uuid: textAt(trigger, 'uuid') || `${workflow}:trigger`, ...triggerSettings(trigger) };
}

export function triggerSettings(trigger: JsonObject): TriggerSettings {
  return {
    trigger_type_id: textAt(trigger, 'trigger_type_id') ?? 'manual',
    config: ownValue(trigger, 'config') ?? {},
    filter_rules: ownValue(trigger, 'filter_rules') ?? {},
    initial_data_description: textAt(trigger, 'initial_data_description') ?? '',
  };
}

/** Settings with which a new trigger of a type works at once. */
export function triggerDefaults(
  type: string,
  workflow: string,
): Omit<TriggerSettings, 'trigger_type_id'> & { readonly config: JsonObject } {
  const { config, data } = defaults(workflow)[type] ?? { config: {}, data: '' };
  return { config, filter_rules: {}, initial_data_description: data };
}

function defaults(workflow: string): {
  readonly [type: string]: { readonly config: JsonObject; readonly data: string };
} {
  return {
    manual: { config: {}, data: 'What the person who starts it enters.' },
    webhook: { config: {}, data: 'The body of the request.' },
    schedule: {
      config: { cron: '0 9 * * *', timezone: 'UTC' },
      data: 'The time of the tick, as scheduled_at.',
    },
    event: { config: { event: `workflow.${workflow}` }, data: 'The data of the event.' },
    new_email: { config: {}, data: 'The email: from, subject and body.' },
  };
}
