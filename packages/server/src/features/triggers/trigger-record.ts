// Triggers as they are stored
// A trigger has the same settings in a pipeline's definition and on its own; the record adds when it fires next.
import {
  isObject,
  ownValue,
  workflowId,
  type AnswerOf,
  type Json,
  type JsonObject,
  type PlainOr,
  type WorkflowId,
} from '@skein/api';
import type { TriggerRecord } from '@skein/ports';
import { isoTime, isoTimeOrNull } from '../../values/iso-time.ts';
import { userOf } from '../../identity/identity.ts';
import { firstFire, readSchedule, type Schedule } from './next-fire.ts';

/** A trigger's settings, in the words of the original API. */
export interface TriggerSettings {
  readonly trigger_type_id: string;
  readonly config: Json;
  readonly filter_rules: Json;
  readonly initial_data_description: string;
}

export interface NewTrigger extends TriggerSettings {
  readonly id: string;
  readonly user: string;
  readonly workflow: PlainOr<WorkflowId>;
  readonly isActive: boolean;
  readonly now: number;
  /** What was stored of this trigger before. */
  readonly before: TriggerRecord | undefined;
}

export function settingsOf(trigger: JsonObject): TriggerSettings {
  const type = ownValue(trigger, 'trigger_type_id');
  const description = ownValue(trigger, 'initial_data_description');
  return {
    trigger_type_id: typeof type === 'string' ? type : 'manual',
    config: ownValue(trigger, 'config') ?? {},
    filter_rules: ownValue(trigger, 'filter_rules') ?? {},
    initial_data_description: typeof description === 'string' ? description : '',
  };
}

export function toRecord(given: NewTrigger): TriggerRecord {
  const { id, user, workflow, trigger_type_id: type, isActive, now, before } = given;
  const { config, filter_rules, initial_data_description } = given;
  return {
    id,
    user,
    workflow: workflowId(workflow),
    type,
    config: { config, filter_rules, initial_data_description },
    isActive,
    nextFireAt: isActive && type === 'schedule' ? nextTick(given) : null,
    secret: before?.secret ?? null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** Null while a schedule has no times yet. A tick that is due already is kept when the times stay as they are. */
function nextTick({ config, now, before }: NewTrigger): number | null {
  const isSet = isObject(config) && ownValue(config, 'cron') !== undefined;
  if (!isSet) return null;
  const schedule = readSchedule(config);
  const planned = before?.nextFireAt ?? null;
  if (before !== undefined && planned !== null && hasTimesOf(schedule, before)) return planned;
  return firstFire(schedule, now);
}

function hasTimesOf({ cron, timezone }: Schedule, before: TriggerRecord): boolean {
  if (before.type !== 'schedule') return false;
  const stored = readSchedule(settingsIn(before).config);
  return stored.cron === cron && stored.timezone === timezone;
}

export function settingsIn({ type, config }: TriggerRecord): TriggerSettings {
  return settingsOf({ ...(isObject(config) ? config : {}), trigger_type_id: type });
}

export function toTriggerJson(record: TriggerRecord): AnswerOf<'getTrigger'> {
  const { id, user, workflow, isActive, nextFireAt, secret, createdAt, updatedAt } = record;
  return {
    uuid: id,
    user_id: userOf(user),
    workflow_uuid: workflow,
    ...settingsIn(record),
    is_active: isActive,
    next_fire_at: isoTimeOrNull(nextFireAt),
    has_secret: secret !== null,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}
