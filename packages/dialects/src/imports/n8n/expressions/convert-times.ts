// Times
// n8n has objects of Luxon and JavaScript; natively a time is its ISO text in UTC, and functions compute with it.
import { literalOf } from './convert-names.ts';
import type { JsArgument } from './javascript-tree.ts';
import { NotConverted } from './not-converted.ts';
import { certain, json, time, WHOLE, type Said } from './said.ts';

export type SayArgument = (argument: JsArgument) => Said;

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

function unitOf(written: unknown): string {
  const word = typeof written === 'string' ? written.toLowerCase() : '';
  const plural = word.endsWith('s') ? word : `${word}s`;
  if (plural === 'milliseconds') return 'ms';
  const unit = UNITS.find((each) => each === plural);
  if (unit === undefined) throw new NotConverted(`of the unit "${word}"`);
  return unit;
}

/** A property of a time, such as `$now.year`. */
export function timeProperty(of: string, key: string): Said {
  switch (key) {
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
    case 'minute':
    case 'second':
    case 'weekday':
      return json(`timeParts(${of}).${key}`);
    case 'millisecond':
      return json(`timeParts(${of}).ms`);
    case 'ts':
      return json(`timestamp(${of})`);
    default:
      throw new NotConverted(`of ".${key}" of a time`);
  }
}

/** What a method of a time gives; null when a time has no such method. */
export function timeMethod(
  of: string,
  name: string,
  { given, say }: { readonly given: readonly JsArgument[]; readonly say: SayArgument },
): Said | null {
  const [first, second] = given;
  switch (name) {
    case 'toISO':
    case 'toISOString':
    case 'toJSON':
      return json(`iso(${of})`);
    case 'toString':
    case 'toDateTime':
    case 'toJSDate':
    case 'toUTC':
    case 'toLocal':
    case 'toDate':
      return time(of);
    case 'toISODate':
    case 'toSQLDate':
      return json(`isoDate(${of})`);
    case 'toISOTime':
      return json(`formatTime(${of}, "HH:mm:ss.SSSZ")`);
    case 'toMillis':
    case 'getTime':
    case 'valueOf':
      return json(`timestamp(${of})`);
    case 'toSeconds':
    case 'toUnixInteger':
      return json(`floor(timestamp(${of}) / 1000)`);
    case 'toFormat':
    case 'format':
      return json(`formatTime(${of}, ${JSON.stringify(patternOf(first))})`);
    case 'plus':
    case 'minus':
      return time(`addTime(${of}, ${amounts(name, { first, second, say })})`);
    case 'startOf':
    case 'beginningOf':
      return time(startOf(of, unitOf(literalOf(first))));
    case 'endOf':
      return time(endOf(of, unitOf(literalOf(first))));
    case 'endOfMonth':
      return time(endOf(of, 'months'));
    case 'setZone':
      return inZone(of, first);
    case 'diff':
      return difference(`${argumentText(first, say)}, ${of}`, second);
    case 'diffTo':
      return inUnit(`${of}, ${argumentText(first, say)}`, second);
    case 'diffNow':
      return difference(`now, ${of}`, first);
    case 'diffToNow':
      return inUnit(`${of}, now`, first);
    default:
      return partMethod(of, name);
  }
}

const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    getFullYear: 'year',
    getUTCFullYear: 'year',
    getDate: 'day',
    getUTCDate: 'day',
    getHours: 'hour',
    getUTCHours: 'hour',
    getMinutes: 'minute',
    getUTCMinutes: 'minute',
    getSeconds: 'second',
  }),
);

function partMethod(of: string, name: string): Said | null {
  const part = PARTS.get(name);
  if (part !== undefined) return json(`timeParts(${of}).${part}`);
  if (name === 'getMonth') return json(`timeParts(${of}).month - 1`, 6);
  if (name === 'getDay') return json(`timeParts(${of}).weekday % 7`, 7);
  return null;
}

/** The tokens that both languages have; other letters would be taken for tokens of n8n. */
function patternOf(given: JsArgument | undefined): string {
  const written = literalOf(given);
  if (typeof written !== 'string') throw new NotConverted('of a format that is computed');
  const pattern = written
    .replaceAll('DDDD', 'dddd')
    .replaceAll(/'([^']*)'/g, '$1')
    .replaceAll('YYYY', 'yyyy')
    .replaceAll('LL', 'MM')
    .replaceAll(/^DD|(?<=[^D])DD(?!D)/g, 'dd');
  const rest = pattern.replaceAll(/yyyy|MM|dd|HH|mm|ss|SSS/g, '').replaceAll(/[TZ]/g, '');
  if (/\p{L}/u.test(rest) || pattern.includes('MMM')) {
    throw new NotConverted(`of the format "${written}"`);
  }
  return pattern;
}

interface Amount {
  readonly first: JsArgument | undefined;
  readonly second: JsArgument | undefined;
  readonly say: SayArgument;
}

/** `{ days: 1 }`, or n8n's own `(1, 'days')`. */
function amounts(name: 'plus' | 'minus', { first, second, say }: Amount): string {
  const signed = (text: string): string => {
    if (name === 'plus') return text;
    return /^\d+(\.\d+)?$/.test(text) ? `-${text}` : `0 - (${text})`;
  };
  if (first === undefined) throw new NotConverted(`of ".${name}()"`);
  if (first.kind !== 'object') {
    const unit = second === undefined ? 'ms' : unitOf(literalOf(second));
    return `{ ${unit}: ${signed(say(first).text)} }`;
  }
  const parts = first.entries.map((entry) => {
    const isKnown = entry.kind === 'entry' && typeof entry.key === 'string';
    if (!isKnown) throw new NotConverted('of amounts that are computed');
    return `${unitOf(entry.key)}: ${signed(say(entry.value).text)}`;
  });
  return `{ ${parts.join(', ')} }`;
}

function startOf(of: string, unit: string): string {
  switch (unit) {
    case 'years':
      return `formatTime(${of}, "yyyy-01-01T00:00:00.000Z")`;
    case 'months':
      return `formatTime(${of}, "yyyy-MM-01T00:00:00.000Z")`;
    case 'weeks':
      return `addTime(isoDate(${of}), { days: 1 - timeParts(${of}).weekday })`;
    case 'days':
      return `iso(isoDate(${of}))`;
    case 'hours':
      return `formatTime(${of}, "yyyy-MM-ddTHH:00:00.000Z")`;
    case 'minutes':
      return `formatTime(${of}, "yyyy-MM-ddTHH:mm:00.000Z")`;
    default:
      throw new NotConverted(`of the unit "${unit}"`);
  }
}

function endOf(of: string, unit: string): string {
  return `addTime(${startOf(of, unit)}, { ${unit}: 1, ms: -1 })`;
}

function inZone(of: string, zone: JsArgument | undefined): Said {
  const name = literalOf(zone);
  if (typeof name === 'string' && /^(utc|gmt|etc\/utc|local)$/i.test(name)) return time(of);
  throw new NotConverted('of a time zone');
}

function argumentText(given: JsArgument | undefined, say: SayArgument): string {
  if (given === undefined) throw new NotConverted('an argument is missing');
  return say(given).text;
}

/** Luxon's duration: its unit is read by the next step, `.days` or `.as('days')`. */
function difference(times: string, unit: JsArgument | undefined): Said {
  const written = literalOf(unit);
  const text = `timeBetween(${times})`;
  if (typeof written !== 'string')
    return { text, kind: 'duration', power: WHOLE, isCertain: false };
  const inIt = `timeBetween(${times}, ${JSON.stringify(unitOf(written))})`;
  return { text: inIt, kind: 'duration', power: WHOLE, isCertain: false };
}

function inUnit(times: string, unit: JsArgument | undefined): Said {
  const written = literalOf(unit) ?? 'days';
  return json(`timeBetween(${times}, ${JSON.stringify(unitOf(written))})`);
}

/** `.days` or `.as("days")` of a duration. */
export function durationIn({ text }: Said, written: unknown): Said {
  const unit = unitOf(written);
  if (unit === 'years' || unit === 'months') throw new NotConverted(`of the unit "${unit}"`);
  const times = text.replace(/, "[a-z]+"\)$/, ')').slice(0, -1);
  return json(`${times}, ${JSON.stringify(unit)})`);
}

/** What a call makes: a time by `new Date(…)` or `DateTime.fromISO(…)`, a set of values; null when it is another call. */
export function madeValue(
  name: string,
  given: readonly JsArgument[],
  say: SayArgument,
): Said | null {
  const [first] = given;
  switch (name) {
    case 'new Set':
      return json(`list(${argumentText(first, say)}).unique()`);
    case 'new Date':
      if (given.length > 1) throw new NotConverted('of a date by its parts');
      return first === undefined
        ? { ...certain('now'), kind: 'time' }
        : time(`iso(${say(first).text})`);
    case 'DateTime.now':
    case 'DateTime.local':
    case 'DateTime.utc':
      if (given.length > 0) throw new NotConverted('of a date by its parts');
      return { ...certain('now'), kind: 'time' };
    case 'Date.now':
      return certain('now.ms');
    case 'DateTime.fromISO':
    case 'DateTime.fromJSDate':
    case 'DateTime.fromMillis':
      if (given.length > 1) throw new NotConverted('of a time zone');
      return time(`iso(${argumentText(first, say)})`);
    case 'DateTime.fromSeconds':
      return time(`iso(${argumentText(first, say)} * 1000)`);
    default:
      return null;
  }
}
