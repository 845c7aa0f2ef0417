// What starts a workflow, in a few words
// Common schedules are spelled out; any other cron expression is shown as written.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { TriggerType } from '../data/triggers.ts';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface TriggerLike {
  readonly trigger_type_id: string;
  readonly config: Json;
}

type Given = (key: string) => string;

const words: Readonly<Record<TriggerType, (given: Given) => string>> = {
  manual: () => 'Manual',
  webhook: () => 'Webhook',
  new_email: () => 'New email',
  event: (given) => (given('event') === '' ? 'Event' : `Event ${given('event')}`),
  schedule: (given) => (given('cron') === '' ? 'Schedule' : cronWords(given('cron'))),
};

export function triggerWords({ trigger_type_id: type, config }: TriggerLike): string {
  const given = (key: string) => {
    const value = isObject(config) ? ownValue(config, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return words[isTriggerType(type) ? type : 'manual'](given);
}

export function isTriggerType(type: string): type is TriggerType {
  return Object.hasOwn(words, type);
}

export function cronWords(cron: string): string {
  const parts = cron.trim().split(/\s+/);
  if (parts.length !== 5) return cron;
  const [minute = '', hour = '', date, month, weekday = ''] = parts;
  if (date !== '*' || month !== '*') return cron;
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  if (hour === '*' && weekday === '*')
    return step === undefined ? hourly(minute, cron) : `Every ${step} min`;
  if (!/^\d{1,2}$/.test(minute) || !/^\d{1,2}$/.test(hour)) return cron;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (weekday === '*') return `Daily ${time}`;
  if (weekday === '1-5') return `Weekdays ${time}`;
  const day = /^[0-6]$/.test(weekday) ? days[Number(weekday)] : undefined;
  return day === undefined ? cron : `${day} ${time}`;
}

function hourly(minute: string, cron: string): string {
  if (minute === '*') return 'Every minute';
  return /^\d{1,2}$/.test(minute) ? `Hourly at :${minute.padStart(2, '0')}` : cron;
}
