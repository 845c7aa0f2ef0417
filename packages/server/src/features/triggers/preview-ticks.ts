import { isObject, triggerSettings, type JsonObject } from '@skein/api';
import { checkSettings } from './check-settings.ts';
import { hasTimes, nextFire, readSchedule } from './next-fire.ts';

const shownMax = 5;

/** When a trigger with these settings would fire next; throws what saving it would throw. */
export function previewTicks(trigger: JsonObject, now: number): readonly number[] {
  checkSettings(trigger, now);
  const { trigger_type_id: type, config } = triggerSettings(trigger);
  if (type !== 'schedule' || !isObject(config) || !hasTimes(config)) return [];
  const schedule = readSchedule(config);
  const ticks: number[] = [];
  for (let tick = nextFire(schedule, now); tick !== null; tick = nextFire(schedule, tick)) {
    ticks.push(tick);
    if (ticks.length === shownMax) break;
  }
  return ticks;
}
