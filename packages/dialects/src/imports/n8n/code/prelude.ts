// What code of n8n finds around it
// Each part is JavaScript that is put in front of the code of a workflow, if that code names what the part offers. It runs in the
// sandbox of `code` nodes, where `previous` is the list of plain objects that came and `args` holds what other nodes gave.

/** Items as n8n's code sees them, and back. */
export const itemsPart = itemsCode({
  wrapped: '{ json, pairedItem: { item: index } }',
  unwrapped: 'value.json',
});

/** The same for code that reads the files of items: what n8n tells about them, and never their bytes. */
export const filesPart = `const shownFile = (file) => (file?.$file === undefined ? file : { ...file, fileName: file.$file.name, mimeType: file.$file.type, fileExtension: String(file.$file.name ?? '').split('.').at(-1), bytes: file.$file.size });
const keptFile = (file) => (file?.$file === undefined ? file : { $file: file.$file });
const ofFiles = (files, change) => Object.fromEntries(Object.entries(files ?? {}).map(([name, file]) => [name, change(file)]));
const split = ({ binary, ...json }, index) => ({ json, ...(binary !== undefined && { binary: ofFiles(binary, shownFile) }), pairedItem: { item: index } });
${itemsCode({
  wrapped: 'split(json, index)',
  unwrapped:
    '{ ...value.json, ...(value.binary && Object.keys(value.binary).length > 0 && { binary: ofFiles(value.binary, keptFile) }) }',
})}`;

function itemsCode({
  wrapped,
  unwrapped,
}: {
  readonly wrapped: string;
  readonly unwrapped: string;
}): string {
  return `const wrap = (list) => (list ?? []).map((json, index) => (${wrapped}));
const isWrapped = (value) =>
  value !== null && typeof value === 'object' && typeof value.json === 'object' && value.json !== null &&
  Object.keys(value).every((key) => ['json', 'binary', 'pairedItem', 'error', 'index'].includes(key));
const unwrap = (value) => (isWrapped(value) ? (${unwrapped}) : value !== null && typeof value === 'object' ? value : { data: value ?? null });
const unwrapAll = (value) =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.flat().map(unwrap) : [unwrap(value)];`;
}

/** `$('X')`, `$node["X"]`, `$items("X")`. */
export const nodesPart = `const readNode = (name, index, ancestors = {}) => {
  const list = args.nodes?.[name];
  const given = () => {
    if (list === null || list === undefined) throw new Error('The node "' + name + '" has not run.');
    return wrap(list);
  };
  return {
    all: given, first: () => given()[0], last: () => given().at(-1), itemMatching: (place) => given()[place],
    get item() { return name in ancestors ? { json: ancestors[name] } : (given()[index] ?? given()[0]); },
    get pairedItem() { return () => this.item; },
    get json() { return (given()[index] ?? given()[0])?.json; },
    get data() { return this.json; },
    isExecuted: list !== null && list !== undefined, params: args.params?.[name] ?? {}, context: {},
  };
};`;

/** Methods that n8n adds to values. */
export const valuesPart = `const extend = (prototype, methods) => {
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
};
const cap = (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
extend(String.prototype, {
  isEmpty() { return this.length === 0; }, isNotEmpty() { return this.length > 0; },
  toNumber() { return Number(this); }, toInt() { return parseInt(this, 10); }, toFloat() { return parseFloat(this); },
  toBoolean() { return !['', '0', 'false', 'no'].includes(this.toLowerCase()); },
  toTitleCase() { return this.replace(/[^\\s]+/g, cap); }, toSentenceCase() { return this.toLowerCase().replace(/(^\\s*|[.!?]\\s+)(\\w)/g, (all, before, first) => before + first.toUpperCase()); },
  toSnakeCase() { return this.trim().replace(/[\\s-]+/g, '_').replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(); },
  removeTags() { return this.replace(/<[^>]*>/g, ''); },
  removeMarkdown() { return this.replace(/^#+\\s+/gm, '').replace(/(\\*\\*|__|\\*|_|~~|\`)(.+?)\\1/g, '$2').replace(/!?\\[([^\\]]*)\\]\\([^)]*\\)/g, '$1').replace(/^[-*+]\\s+/gm, ''); },
  urlEncode() { return encodeURIComponent(this); }, urlDecode() { return decodeURIComponent(this); },
  parseJson() { return JSON.parse(this); }, toJsonString() { return JSON.stringify(String(this)); },
  quote(mark = '"') { return mark + this.replaceAll(mark, '\\\\' + mark) + mark; },
  extractEmail() { return this.match(/[\\w.+-]+@[\\w-]+\\.[\\w.-]+/)?.[0]; }, extractUrl() { return this.match(/https?:\\/\\/[^\\s]+/)?.[0]; },
  extractDomain() { return (this.match(/@([\\w.-]+)/) ?? this.match(/(?:https?:\\/\\/)?([\\w-]+(?:\\.[\\w-]+)+)/))?.[1]; },
  isEmail() { return /^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$/.test(this); }, isUrl() { return /^https?:\\/\\/[^\\s]+$/.test(this); }, isNumeric() { return this.trim() !== '' && !Number.isNaN(Number(this)); },
});
extend(Array.prototype, {
  isEmpty() { return this.length === 0; }, isNotEmpty() { return this.length > 0; }, first() { return this[0]; }, last() { return this.at(-1); },
  pluck(...keys) { return this.map((item) => (keys.length === 1 ? item?.[keys[0]] : Object.fromEntries(keys.map((key) => [key, item?.[key]])))); },
  unique() { return this.filter((item, place) => this.findIndex((other) => JSON.stringify(other) === JSON.stringify(item)) === place); },
  removeDuplicates() { return this.unique(); }, compact() { return this.filter((item) => item !== null && item !== undefined && item !== ''); },
  sum() { return this.reduce((total, item) => total + Number(item), 0); }, average() { return this.length === 0 ? 0 : this.sum() / this.length; },
  min() { return Math.min(...this); }, max() { return Math.max(...this); }, append(...more) { return [...this, ...more]; },
  chunk(size) { return Array.from({ length: Math.ceil(this.length / size) }, (_, place) => this.slice(place * size, (place + 1) * size)); },
  difference(other) { return this.filter((item) => !other.includes(item)); }, intersection(other) { return this.filter((item) => other.includes(item)); },
  union(other) { return [...this, ...other].unique(); }, toJsonString() { return JSON.stringify(this); },
});
extend(Number.prototype, {
  ceil() { return Math.ceil(this); }, floor() { return Math.floor(this); }, abs() { return Math.abs(this); }, round(digits = 0) { return Number(this.toFixed(digits)); },
  isEven() { return this % 2 === 0; }, isOdd() { return Math.abs(this % 2) === 1; }, toInt() { return Math.trunc(this); }, toNumber() { return Number(this); }, isEmpty() { return false; }, toJsonString() { return String(this); },
});
extend(Object.prototype, {
  hasField(name) { return Object.hasOwn(this, name); }, removeField(name) { const { [name]: gone, ...rest } = this; return rest; }, toJsonString() { return JSON.stringify(this); },
});
const $ifEmpty = (value, otherwise) => (value === null || value === undefined || value === '' || value.length === 0 ? otherwise : value);
const $if = (test, yes, no) => (test ? yes : no), $not = (value) => !value, $min = Math.min, $max = Math.max;`;

/** A small part of Luxon, in UTC and in English. */
export const timesPart = `const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const UNIT_MS = { week: 604800000, day: 86400000, hour: 3600000, minute: 60000, second: 1000, millisecond: 1 };
const unitOf = (unit) => String(unit).replace(/s$/, '');
class DateTime {
  constructor(ms) { this.ts = ms; this.date = new Date(ms); }
  static now() { return new DateTime(Date.now()); }
  static local(...parts) { return parts.length === 0 ? DateTime.now() : new DateTime(Date.UTC(parts[0], (parts[1] ?? 1) - 1, ...parts.slice(2))); }
  static utc(...parts) { return DateTime.local(...parts); }
  static fromISO(text) { return new DateTime(Date.parse(/T|Z/.test(text) ? (/[Z+]|-\\d\\d:\\d\\d$/.test(text.slice(10)) ? text : text + 'Z') : text)); }
  static fromMillis(ms) { return new DateTime(ms); }
  static fromSeconds(seconds) { return new DateTime(seconds * 1000); }
  static fromJSDate(date) { return new DateTime(date.getTime()); }
  static fromFormat(text, format) {
    const found = {}; let at = 0;
    for (const token of format.match(/yyyy|MM|dd|HH|mm|ss|'[^']*'|[^]/g) ?? []) {
      const isPart = /^(yyyy|MM|dd|HH|mm|ss)$/.test(token); const length = isPart ? token.length : token.replaceAll("'", '').length;
      if (isPart) found[token] = Number(text.slice(at, at + length)); at += length;
    }
    return new DateTime(Date.UTC(found.yyyy ?? 1970, (found.MM ?? 1) - 1, found.dd ?? 1, found.HH ?? 0, found.mm ?? 0, found.ss ?? 0));
  }
  get year() { return this.date.getUTCFullYear(); } get month() { return this.date.getUTCMonth() + 1; } get day() { return this.date.getUTCDate(); }
  get hour() { return this.date.getUTCHours(); } get minute() { return this.date.getUTCMinutes(); } get second() { return this.date.getUTCSeconds(); } get millisecond() { return this.date.getUTCMilliseconds(); }
  get weekday() { return this.date.getUTCDay() || 7; } get monthLong() { return MONTHS[this.month - 1]; } get monthShort() { return this.monthLong.slice(0, 3); } get weekdayLong() { return DAYS[this.weekday - 1]; } get weekdayShort() { return this.weekdayLong.slice(0, 3); }
  get isValid() { return !Number.isNaN(this.ts); } get daysInMonth() { return new Date(Date.UTC(this.year, this.month, 0)).getUTCDate(); }
  get ordinal() { return Math.floor((Date.UTC(this.year, this.month - 1, this.day) - Date.UTC(this.year, 0, 1)) / 86400000) + 1; } get quarter() { return Math.ceil(this.month / 3); }
  get weekNumber() { const thursday = new Date(Date.UTC(this.year, this.month - 1, this.day + 4 - this.weekday)); return Math.ceil(((thursday - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86400000 + 1) / 7); }
  plus(amounts, unit) { return this.#add(typeof amounts === 'number' ? { [unit ?? 'milliseconds']: amounts } : amounts, 1); }
  minus(amounts, unit) { return this.#add(typeof amounts === 'number' ? { [unit ?? 'milliseconds']: amounts } : amounts, -1); }
  #add(amounts, sign) {
    let ms = this.ts; let months = 0;
    for (const [key, count] of Object.entries(amounts)) {
      const unit = unitOf(key);
      if (unit === 'year') months += 12 * count; else if (unit === 'quarter') months += 3 * count; else if (unit === 'month') months += count * 1; else ms += sign * count * UNIT_MS[unit];
    }
    if (months === 0) return new DateTime(ms);
    const from = new Date(ms); const day = from.getUTCDate(); from.setUTCDate(1); from.setUTCMonth(from.getUTCMonth() + sign * months);
    from.setUTCDate(Math.min(day, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate())); return new DateTime(from.getTime());
  }
  startOf(name) {
    const unit = unitOf(name); const { year, month, day, hour, minute, second } = this;
    if (unit === 'week') return new DateTime(Date.UTC(year, month - 1, day + 1 - this.weekday));
    if (unit === 'quarter') return new DateTime(Date.UTC(year, 3 * (this.quarter - 1), 1));
    const parts = [year, month - 1, day, hour, minute, second]; const kept = ['year', 'month', 'day', 'hour', 'minute', 'second'].indexOf(unit) + 1;
    return new DateTime(Date.UTC(...parts.map((part, place) => (place < kept ? part : place === 2 ? 1 : 0))));
  }
  endOf(unit) { return new DateTime(this.startOf(unit).plus({ [unitOf(unit) + 's']: 1 }).ts - 1); }
  beginningOf(unit) { return this.startOf(unit); } endOfMonth() { return this.endOf('month'); }
  set(parts) { const { year, month, day, hour, minute, second, millisecond } = { ...this.toObject(), ...parts }; return new DateTime(Date.UTC(year, month - 1, day, hour, minute, second, millisecond)); }
  toObject() { const { year, month, day, hour, minute, second, millisecond } = this; return { year, month, day, hour, minute, second, millisecond }; }
  diff(other, unit = 'milliseconds') { const ms = this.ts - new DateTime(other.ts ?? other).ts; const as = (name) => ms / (UNIT_MS[unitOf(name)] ?? (unitOf(name) === 'month' ? 2629746000 : 31556952000)); return { as, get days() { return as('days'); }, get hours() { return as('hours'); }, get minutes() { return as('minutes'); }, get seconds() { return as('seconds'); }, get weeks() { return as('weeks'); }, get milliseconds() { return ms; }, toMillis: () => ms, toObject: () => ({ [unit]: as(unit) }), valueOf: () => ms }; }
  diffTo(other, unit = 'days') { return toDateTime(other).diff(this, unit).as(unit); } diffToNow(unit = 'days') { return DateTime.now().diff(this, unit).as(unit); } diffNow(unit) { return this.diff(DateTime.now(), unit); }
  hasSame(other, unit) { return this.startOf(unit).ts === other.startOf(unit).ts; } isBetween(from, to) { return this.ts > toDateTime(from).ts && this.ts < toDateTime(to).ts; }
  toFormat(format) {
    const two = (value) => String(value).padStart(2, '0'); const hour12 = this.hour % 12 || 12;
    const tokens = { yyyy: this.year, yy: two(this.year % 100), MMMM: this.monthLong, LLLL: this.monthLong, MMM: this.monthShort, LLL: this.monthShort, MM: two(this.month), LL: two(this.month), M: this.month, L: this.month, dd: two(this.day), d: this.day, HH: two(this.hour), H: this.hour, hh: two(hour12), h: hour12, mm: two(this.minute), m: this.minute, ss: two(this.second), s: this.second, SSS: String(this.millisecond).padStart(3, '0'), EEEE: this.weekdayLong, cccc: this.weekdayLong, EEE: this.weekdayShort, ccc: this.weekdayShort, E: this.weekday, c: this.weekday, a: this.hour < 12 ? 'AM' : 'PM', ZZ: '+00:00', Z: '+0', z: 'UTC', X: Math.floor(this.ts / 1000), x: this.ts, o: this.ordinal, W: this.weekNumber, WW: two(this.weekNumber), q: this.quarter, DDDD: this.weekdayLong };
    return format.replace(/'([^']*)'|yyyy|yy|MMMM|MMM|MM|M|LLLL|LLL|LL|L|DDDD|dd|d|HH|H|hh|h|mm|m|ss|s|SSS|EEEE|EEE|E|cccc|ccc|c|a|ZZ|Z|z|X|x|o|WW|W|q/g, (token, literal) => (literal === undefined ? String(tokens[token]) : literal));
  }
  format(format) { return this.toFormat(format); } toISO() { return this.date.toISOString(); } toISODate() { return this.toISO().slice(0, 10); } toISOTime() { return this.toISO().slice(11); } toSQL() { return this.toISO().replace('T', ' '); }
  toMillis() { return this.ts; } toSeconds() { return this.ts / 1000; } toUnixInteger() { return Math.floor(this.ts / 1000); } toJSDate() { return this.date; } toString() { return this.toISO(); } toJSON() { return this.toISO(); } valueOf() { return this.ts; }
  toUTC() { return this; } toLocal() { return this; } setLocale() { return this; } toDateTime() { return this; } toRelative() { throw new Error('Relative times are not offered here.'); }
  setZone(zone) { if (/^(utc|gmt|etc\\/utc|local)$/i.test(zone)) return this; throw new Error('Time zones are not offered here: ' + zone); }
}
const toDateTime = (value) => (value instanceof DateTime ? value : value instanceof Date ? DateTime.fromJSDate(value) : typeof value === 'number' ? DateTime.fromMillis(value) : DateTime.fromISO(String(value)));
String.prototype.toDateTime = function () { return toDateTime(String(this)); }; Number.prototype.toDateTime = function () { return toDateTime(Number(this)); }; Date.prototype.toDateTime = function () { return toDateTime(this); };
for (const name of ['plus', 'minus', 'startOf', 'endOf', 'format', 'toFormat']) Date.prototype[name] = function (...given) { return toDateTime(this)[name](...given); };
const $now = DateTime.now(), $today = DateTime.now().startOf('day');`;
