// Triggers as they are stored
// A trigger has the same settings in a pipeline's definition and on its own; the record adds when it fires next.
import {
  isObject,
  ownValue,
  triggerSettings,
  workflowId,
  type AnswerOf,
  type PlainOr,
  type TriggerSettings,
  type WorkflowId,
} from '@skein/api';
import { unplannedTick, withoutUndefined, type TriggerRecord } from '@skein/ports';
import { isoTime, isoTimeOrNull } from '../../values/iso-time.ts';
import { userOf } from '../../identity/identity.ts';
import { firstFire, hasTimes, readSchedule, type Schedule } from './next-fire.ts';

export interface NewTrigger extends TriggerSettings {
  readonly id: string;
  readonly user: string;
  readonly workflow: PlainOr<WorkflowId>;
  readonly isActive: boolean;
  readonly now: number;
  /** What was stored of this trigger before. */
  readonly before: TriggerRecord | undefined;
}

export function toRecord(given: NewTrigger): TriggerRecord {
  const { id, user, workflow, trigger_type_id: type, isActive, now, before } = given;
  const { config, filter_rules, initial_data_description, name, start } = given;
  const named = withoutUndefined({ name, start });
  const written = isWritten(before) ? { isWritten: true } : {};
  return {
    id,
    user,
    workflow: workflowId(workflow),
    type,
    config: { config, filter_rules, initial_data_description, ...named, ...written },
    isActive,
    nextFireAt: isActive && type === 'schedule' ? nextTick(given) : null,
    secret: before?.secret ?? null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** Null while a schedule has no times yet. A tick that is due already is kept when the times stay as they are. */
function nextTick({ config, now, before }: NewTrigger): number | null {
  if (!hasTimes(config)) return null;
  const schedule = readSchedule(config);
  const planned = before?.nextFireAt ?? unplannedTick;
  if (before !== undefined && planned !== unplannedTick && hasTimesOf(schedule, before)) {
    return planned;
  }
  return firstFire(schedule, now);
}

function hasTimesOf({ cron, timezone }: Schedule, before: TriggerRecord): boolean {
  const { config } = settingsIn(before);
  if (before.type !== 'schedule' || !isObject(config)) return false;
  return ownValue(config, 'cron') === cron && (ownValue(config, 'timezone') ?? 'UTC') === timezone;
}

/** Whether the definition of its workflow names it. */
export function isWritten(record: TriggerRecord | undefined): boolean {
  const config = record?.config ?? null;
  return isObject(config) && ownValue(config, 'isWritten') === true;
}

export function settingsIn({ type, config }: TriggerRecord): TriggerSettings {
  return triggerSettings({ ...(isObject(config) ? config : {}), trigger_type_id: type });
}

export function toTriggerJson(record: TriggerRecord): AnswerOf<'getTrigger'> {
  const { id, user, workflow, isActive, nextFireAt, secret, createdAt, updatedAt } = record;
  const { name = null, start = null, ...settings } = settingsIn(record);
  return {
    uuid: id,
    user_id: userOf(user),
    workflow_uuid: workflow,
    name,
    start,
    is_written: isWritten(record),
    ...settings,
    is_active: isActive,
    next_fire_at: isActive && nextFireAt !== unplannedTick ? isoTimeOrNull(nextFireAt) : null,
    has_secret: secret !== null,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}
