// The triggers of a definition
// What it says about them, with defaults in place of what it leaves out. The native format has words of its own for them, and takes
// those of the original API too, which a converted pipeline has.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import type { ReadTrigger, TriggerSettings } from '../dialect/trigger-settings.ts';

/** The trigger in the definition of the workflow with this id; null when it has none that can be read. */
export function readTrigger(definition: Json, workflow: string): ReadTrigger | null {
  const trigger = isObject(definition) ? ownValue(definition, 'trigger') : undefined;
  if (trigger === undefined || !isObject(trigger)) return null;
  return { uuid: textAt(trigger, 'uuid') || `${workflow}:trigger`, ...triggerSettings(trigger) };
}

/** The triggers in a native definition; null when it says nothing of them, so that they are kept apart from it. */
export function readTriggers(definition: Json, workflow: string): readonly ReadTrigger[] | null {
  if (!isObject(definition)) return null;
  const single = ownValue(definition, 'trigger') ?? null;
  const many = ownValue(definition, 'triggers') ?? null;
  if (!isObject(single) && !Array.isArray(many)) return null;
  const listed: readonly Json[] = Array.isArray(many) ? many : [];
  return [single, ...listed].filter(isObject).map((trigger) => {
    const settings = triggerSettings(trigger);
    const name = settings.name ?? settings.trigger_type_id;
    return { uuid: textAt(trigger, 'uuid') || `${workflow}:${name}`, ...settings, name };
  });
}

export function triggerSettings(trigger: JsonObject): TriggerSettings {
  const settings: TriggerSettings = {
    trigger_type_id: textAt(trigger, 'trigger_type_id') ?? textAt(trigger, 'type') ?? 'manual',
    config: ownValue(trigger, 'config') ?? {},
    filter_rules: ownValue(trigger, 'filter_rules') ?? ownValue(trigger, 'filter') ?? {},
    initial_data_description:
      textAt(trigger, 'initial_data_description') ?? textAt(trigger, 'description') ?? '',
  };
  const named: { name?: string; start?: string } = {};
  const name = textAt(trigger, 'name') ?? '';
  const start = textAt(trigger, 'start') ?? '';
  if (name !== '') named.name = name;
  if (start !== '') named.start = start;
  return { ...named, ...settings };
}

/** A trigger as a native definition writes it: without what says nothing. */
function writeTrigger(trigger: TriggerSettings & Partial<Pick<ReadTrigger, 'uuid'>>): JsonObject {
  const written: { [key: string]: Json } = {};
  const write = (key: string, value: Json = '') => {
    const isNone = isObject(value) ? Object.keys(value).length === 0 : value === '';
    if (!isNone) written[key] = value;
  };
  write('name', trigger.name);
  write('uuid', trigger.uuid);
  write('type', trigger.trigger_type_id);
  write('start', trigger.start);
  write('config', trigger.config);
  write('filter', trigger.filter_rules);
  write('description', trigger.initial_data_description);
  return written;
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

/** A native definition with these triggers in place of its own; one that it has alone stays in the single form. */
export function withWrittenTriggers(
  before: JsonObject,
  workflow: string,
  given: readonly ReadTrigger[],
): JsonObject {
  const { trigger, triggers: _, ...definition } = before;
  const written = given.map(({ uuid, ...settings }) => {
    const name = settings.name ?? settings.trigger_type_id;
    const own = uuid === `${workflow}:${name}` ? {} : { uuid };
    return writeTrigger({ ...settings, name, ...own });
  });
  const [only] = written;
  const isSingle = isObject(trigger ?? null) && written.length === 1 && only !== undefined;
  return isSingle ? { ...definition, trigger: only } : { ...definition, triggers: written };
}
