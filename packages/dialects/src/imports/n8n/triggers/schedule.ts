// Schedules as cron expressions
import { isObject, type Json } from '@skein/kernel';
import { valueAt, type N8nNode } from '../read/n8n-workflow.ts';
import { plainText } from '../read/plain-text.ts';

export interface FoundCron {
  readonly cron: string;
  /** It says everything that n8n's rule says. */
  readonly isExact: boolean;
}

/** One for each rule, and at least one. */
export function cronsOf({ type, parameters }: N8nNode): readonly [FoundCron, ...FoundCron[]] {
  if (type === 'interval')
    return [every(parameters['interval'] ?? 1, plainText(parameters['unit'], 'seconds'))];
  const rules =
    type === 'cron'
      ? valueAt(parameters, ['triggerTimes', 'item'])
      : valueAt(parameters, ['rule', 'interval']);
  const listed = Array.isArray(rules) ? rules.filter(isObject) : [];
  const [first = {}, ...others] = listed;
  const read = type === 'cron' ? ofTime : ofRule;
  return [read(first), ...others.map(read)];
}

function numberOf(value: Json | undefined, otherwise: number): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : otherwise;
}

function ofRule(rule: { readonly [key: string]: Json }): FoundCron {
  const minute = numberOf(rule['triggerAtMinute'], 0);
  const hour = numberOf(rule['triggerAtHour'], 0);
  switch (plainText(rule['field'], 'days')) {
    case 'seconds':
      return every(rule['secondsInterval'] ?? 30, 'seconds');
    case 'minutes':
      return every(rule['minutesInterval'] ?? 5, 'minutes');
    case 'hours': {
      const hours = numberOf(rule['hoursInterval'], 1);
      return {
        cron: `${minute} ${hours === 1 ? '*' : `*/${hours}`} * * *`,
        isExact: 24 % hours === 0,
      };
    }
    case 'weeks': {
      const days = rule['triggerAtDay'];
      const listed = (Array.isArray(days) ? days : [0]).map((day: Json) => numberOf(day, 0));
      const isEvery = numberOf(rule['weeksInterval'], 1) === 1;
      return {
        cron: `${minute} ${hour} * * ${listed.length === 0 ? 0 : listed.join(',')}`,
        isExact: isEvery,
      };
    }
    case 'months': {
      const months = numberOf(rule['monthsInterval'], 1);
      const day = Math.min(28, Math.max(1, numberOf(rule['triggerAtDayOfMonth'], 1)));
      return {
        cron: `${minute} ${hour} ${day} ${months === 1 ? '*' : `*/${months}`} *`,
        isExact: 12 % months === 0,
      };
    }
    case 'cronExpression': {
      const written = rule['expression'];
      const cron = typeof written === 'string' ? written.replace(/^=/, '').trim() : '';
      const isCron = /^[\d*/,\-A-Za-z#?L]+( +[\d*/,\-A-Za-z#?L]+){4,5}$/.test(cron);
      return isCron ? { cron, isExact: true } : { cron: '0 0 * * *', isExact: false };
    }
    default: {
      const days = numberOf(rule['daysInterval'], 1);
      return {
        cron: `${minute} ${hour} ${days === 1 ? '*' : `*/${days}`} * *`,
        isExact: days === 1,
      };
    }
  }
}

/** The old Cron node. */
function ofTime(time: { readonly [key: string]: Json }): FoundCron {
  const minute = numberOf(time['minute'], 0);
  const hour = numberOf(time['hour'], 14);
  switch (plainText(time['mode'], 'everyDay')) {
    case 'everyMinute':
      return { cron: '* * * * *', isExact: true };
    case 'everyHour':
      return { cron: `${minute} * * * *`, isExact: true };
    case 'everyX':
      return every(time['value'] ?? 2, plainText(time['unit'], 'hours'));
    case 'everyWeek':
      return { cron: `${minute} ${hour} * * ${numberOf(time['weekday'], 1)}`, isExact: true };
    case 'everyMonth':
      return { cron: `${minute} ${hour} ${numberOf(time['dayOfMonth'], 1)} * *`, isExact: true };
    case 'custom': {
      const written = time['cronExpression'];
      return typeof written === 'string' && written.trim() !== ''
        ? { cron: written.trim(), isExact: true }
        : { cron: '0 0 * * *', isExact: false };
    }
    default:
      return { cron: `${minute} ${hour} * * *`, isExact: true };
  }
}

function every(value: Json, unit: string): FoundCron {
  const count = Math.max(1, numberOf(value, 1));
  switch (unit) {
    case 'seconds':
      return count < 60
        ? { cron: `*/${count} * * * * *`, isExact: 60 % count === 0 }
        : every(Math.round(count / 60), 'minutes');
    case 'minutes':
      return count < 60
        ? { cron: `${count === 1 ? '*' : `*/${count}`} * * * *`, isExact: 60 % count === 0 }
        : every(Math.round(count / 60), 'hours');
    default:
      return {
        cron: `0 ${count === 1 ? '*' : `*/${Math.min(count, 23)}`} * * *`,
        isExact: 24 % count === 0,
      };
  }
}
