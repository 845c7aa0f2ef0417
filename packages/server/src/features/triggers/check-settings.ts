import { isObject, ownValue, triggerSettings, type Json, type JsonObject } from '@skein/api';
import { checkRules } from './check-rules.ts';
import { hookWaitMsMax } from './hook-response.ts';
import { refusedSetting } from './refused-setting.ts';
import { firstFire, hasTimes, readSchedule } from './next-fire.ts';
import { signatureScheme } from './signature-scheme.ts';

/** Throws unless a trigger with these settings could fire, whether or not it is switched on. */
export function checkSettings(trigger: JsonObject, now: number): void {
  const { trigger_type_id: type, config, filter_rules } = triggerSettings(trigger);
  checkRules(filter_rules);
  if (type === 'webhook') {
    checkResponding(config);
    signatureScheme(config);
  }
  if (type === 'schedule' && hasTimes(config)) firstFire(readSchedule(config), now);
}

function checkResponding(config: Json): void {
  const given = isObject(config) ? config : {};
  const respond = ownValue(given, 'respond') ?? false;
  if (typeof respond !== 'boolean')
    throw refusedSetting('/config/respond', 'must be true or false');
  const waitMs = ownValue(given, 'respondWithinMs') ?? 1;
  const isFine = typeof waitMs === 'number' && waitMs >= 1 && waitMs <= hookWaitMsMax;
  if (isFine) return;
  throw refusedSetting('/config/respondWithinMs', `must be a number from 1 to ${hookWaitMsMax}`);
}
