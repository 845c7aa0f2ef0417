// Times are ISO texts (in UTC unless they name an offset) or milliseconds since 1970. There is no clock here: `now` is the time of
// the event that is decided, which the journal keeps.
import type { Json } from '../../json.ts';
import { toIsoDate, toIsoTime } from '../../references/civil-date.ts';
import { parseIsoTime } from '../../references/parse-iso-time.ts';
import type { Call } from '../function-entry.ts';
import type { GlobalFunction } from './global-functions.ts';
import { fail, jsonAt, numberAt, objectAt, textAt } from './read-arguments.ts';

export const timeFunctions: readonly GlobalFunction[] = [
  {
    name: 'timestamp',
    parameters: ['time'],
    description: 'A time as milliseconds since 1970.',
    example: 'timestamp("2026-11-16T10:00:00Z")',
    result: 1_794_823_200_000,
    call: (call) => timeAt(call, 0),
  },
  {
    name: 'iso',
    parameters: ['time'],
    description: 'A time as ISO text in UTC.',
    example: 'iso("2026-11-16T12:00:00+02:00")',
    result: '2026-11-16T10:00:00.000Z',
    call: (call) => toIsoTime(timeAt(call, 0)),
  },
  {
    name: 'isoDate',
    parameters: ['time'],
    description: 'The date of a time, in UTC.',
    example: 'isoDate("2026-11-16T10:00:00Z")',
    result: '2026-11-16',
    call: (call) => toIsoDate(timeAt(call, 0)),
  },
  {
    name: 'addTime',
    parameters: ['time', 'amounts'],
    description:
      'A later time, as ISO text: { years, months, weeks, days, hours, minutes, seconds, ms }; negative for an earlier one. The 31st becomes the last day of a shorter month.',
    example: 'addTime("2026-01-31", { months: 1, hours: 2 })',
    result: '2026-02-28T02:00:00.000Z',
    call: addTime,
  },
  {
    name: 'timeBetween',
    parameters: ['from', 'to', 'unit?'],
    description:
      'How long it is from one time to the other, in weeks, days, hours, minutes, seconds or ms (the default).',
    example: 'timeBetween("2026-11-01", "2026-11-16", "days")',
    result: 15,
    call: (call) => (timeAt(call, 1) - timeAt(call, 0)) / unitAt(call, textAt(call, 2, 'ms')),
  },
  {
    name: 'timeParts',
    parameters: ['time'],
    description:
      'Year, month, day, hour, minute, second, ms and weekday (1 is Monday) of a time, in UTC.',
    example: 'timeParts("2026-11-16").weekday',
    result: 1,
    call: (call) => partsOf(timeAt(call, 0)),
  },
  {
    name: 'formatTime',
    parameters: ['time', 'pattern'],
    description: 'A time as text, with yyyy, MM, dd, HH, mm, ss and SSS filled in, in UTC.',
    example: 'formatTime("2026-11-16T09:05:00Z", "dd.MM.yyyy HH:mm")',
    result: '16.11.2026 09:05',
    call: (call) => {
      const time = toIsoTime(timeAt(call, 0));
      return textAt(call, 1).replaceAll(/yyyy|MM|dd|HH|mm|ss|SSS/g, (field) => {
        const [from, to] = FIELDS.get(field) ?? [0, 0];
        return time.slice(from, to);
      });
    },
  },
];

/** Where each field is in `2026-11-16T09:05:00.000Z`. */
const FIELDS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['yyyy', [0, 4]],
  ['MM', [5, 7]],
  ['dd', [8, 10]],
  ['HH', [11, 13]],
  ['mm', [14, 16]],
  ['ss', [17, 19]],
  ['SSS', [20, 23]],
]);

const DAY = 86_400_000;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['weeks', 7 * DAY],
  ['days', DAY],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
  ['ms', 1],
]);

/** The years 0 to 9999, which ISO texts have. */
const TIME_MIN = -62_167_219_200_000;
const TIME_MAX = 253_402_300_799_999;

function timeAt(call: Call, index: number): number {
  const given = jsonAt(call, index);
  const ms = typeof given === 'string' ? parseIsoTime(given) : numberAt(call, index);
  if (ms !== null) return inRange(call, ms);
  throw fail(call, `needs an ISO time, not ${JSON.stringify(given).slice(0, 40)}`);
}

function inRange(call: Call, ms: number): number {
  if (ms >= TIME_MIN && ms <= TIME_MAX) return Math.floor(ms);
  throw fail(call, 'knows the years 0 to 9999');
}

function unitAt(call: Call, unit: string): number {
  const ms = UNITS.get(unit);
  if (ms !== undefined) return ms;
  throw fail(
    call,
    `knows ${[...UNITS.keys()].join(', ')}, not ${JSON.stringify(unit.slice(0, 40))}`,
  );
}

function partsOf(time: number): { readonly [part: string]: number } {
  const text = toIsoTime(time);
  const part = (field: string) => Number(text.slice(...(FIELDS.get(field) ?? [0, 0])));
  // The first day of 1970 was a Thursday.
  const weekday = ((((Math.floor(time / DAY) + 3) % 7) + 7) % 7) + 1;
  return {
    year: part('yyyy'),
    month: part('MM'),
    day: part('dd'),
    hour: part('HH'),
    minute: part('mm'),
    second: part('ss'),
    ms: part('SSS'),
    weekday,
  };
}

function addTime(call: Call): Json {
  const start = timeAt(call, 0);
  let months = 0;
  let ms = 0;
  for (const [unit, amount] of Object.entries(objectAt(call, 1))) {
    if (typeof amount !== 'number') throw fail(call, `needs a number of ${unit.slice(0, 40)}`);
    if (unit === 'years') months += 12 * amount;
    else if (unit === 'months') months += amount;
    else ms += amount * unitAt(call, unit);
  }
  if (!Number.isInteger(months)) throw fail(call, 'adds whole months and years');
  return toIsoTime(inRange(call, addMonths(call, start, months) + ms));
}

function addMonths(call: Call, time: number, months: number): number {
  if (months === 0) return time;
  const { year = 0, month = 1, day = 1 } = partsOf(time);
  const count = year * 12 + (month - 1) + months;
  const newYear = Math.floor(count / 12);
  if (newYear < 0 || newYear > 9999) throw fail(call, 'knows the years 0 to 9999');
  const name = `${String(newYear).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
  const timeOfDay = time - Math.floor(time / DAY) * DAY;
  // The same day, or the last one that the month has.
  for (let last = day; last > 28; last--) {
    const found = parseIsoTime(`${name}-${last}`);
    if (found !== null) return found + timeOfDay;
  }
  const text = String(Math.min(day, 28)).padStart(2, '0');
  return (parseIsoTime(`${name}-${text}`) ?? 0) + timeOfDay;
}
