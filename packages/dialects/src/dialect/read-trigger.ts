import type { Json } from '@skein/kernel';

/** A trigger's settings, in the words of the original API. */
export interface TriggerSettings {
  readonly trigger_type_id: string;
  readonly config: Json;
  readonly filter_rules: Json;
  readonly initial_data_description: string;
}

export interface ReadTrigger extends TriggerSettings {
  readonly uuid: string;
}
