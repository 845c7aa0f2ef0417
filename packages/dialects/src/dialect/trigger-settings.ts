import type { Json } from '@skein/kernel';

/** A trigger's settings, in the words of the original API. */
export interface TriggerSettings {
  /** What a caller names it by, among several of one workflow. */
  readonly name?: string;
  /** The node that its runs start at; absent: the workflow's own entry. */
  readonly start?: string;
  readonly trigger_type_id: string;
  readonly config: Json;
  readonly filter_rules: Json;
  readonly initial_data_description: string;
}

export interface ReadTrigger extends TriggerSettings {
  readonly uuid: string;
}
