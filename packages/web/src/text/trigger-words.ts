// What starts a workflow, in a few words
// Common schedules are said as people say them; any other is shown as it is written.
import { isObject, ownValue, type Json } from '@skein/kernel';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface TriggerLike {
  readonly trigger_type_id: string;
  readonly config: Json;
}

export function triggerWords({ trigger_type_id: type, config }: TriggerLike): string {
  const given = (key: string) => {
    const value = isObject(config) ? ownValue(config, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  switch (type) {
    case 'webhook':
      return 'Webhook';
    case 'new_email':
      return 'New email';
    case 'event':
      return given('event') === '' ? 'Event' : `Event ${given('event')}`;
    case 'schedule':
      return given('cron') === '' ? 'Schedule' : cronWords(given('cron'));
    default:
      return 'Manual';
  }
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
