import { triggerSettings, type JsonObject } from '@skein/api';
import { checkRules } from './check-rules.ts';
import { firstFire, hasTimes, readSchedule } from './next-fire.ts';

/** Throws unless a trigger with these settings could fire, whether or not it is switched on. */
export function checkSettings(trigger: JsonObject, now: number): void {
  const { trigger_type_id: type, config, filter_rules } = triggerSettings(trigger);
  checkRules(filter_rules);
  if (type === 'schedule' && hasTimes(config)) firstFire(readSchedule(config), now);
}
