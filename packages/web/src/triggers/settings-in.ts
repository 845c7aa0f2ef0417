import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { TriggerType } from '../data/triggers.ts';
import { objectAt, textAt } from '../graph/own-keys.ts';
import { isTriggerType } from '../viewers/trigger-words.ts';

export interface TriggerDraft {
  readonly trigger_type_id: TriggerType;
  readonly config: JsonObject;
  readonly filter_rules: JsonObject;
  readonly initial_data_description: string;
}

/** What people set about a trigger, whatever was written as one. */
export function settingsIn(trigger: Json | undefined): TriggerDraft {
  const given = isObject(trigger) ? trigger : {};
  const type = textAt(given, 'trigger_type_id');
  return {
    trigger_type_id: isTriggerType(type) ? type : 'manual',
    config: objectAt(given, 'config'),
    filter_rules: objectAt(given, 'filter_rules'),
    initial_data_description: textAt(given, 'initial_data_description'),
  };
}

/** Whether a workflow has a trigger that can be removed. */
export function hasTrigger(trigger: Json | undefined): boolean {
  return isObject(trigger) && (ownValue(trigger, 'trigger_type_id') ?? 'manual') !== 'manual';
}
