const ISO_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since 1970 of an ISO 8601 date or time (UTC unless it names an offset); null when the text is not one. */
export function parseIsoTime(text: string): number | null {
  const match = ISO_TIME.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  if (days === null || Number(hour ?? 0) > 24 || Number(minute ?? 0) > 59) return null;
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
  const ms = Number((fraction ?? '0').padEnd(3, '0'));
  return (days * 86_400 + seconds) * 1000 + ms - offsetMs(zone);
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

function daysSince1970(year: number, month: number, day: number): number | null {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const before = DAYS_BEFORE_MONTH[month - 1];
  if (before === undefined || day < 1) return null;
  const next = DAYS_BEFORE_MONTH[month] ?? 365;
  const length = next - before + (month === 2 && leap ? 1 : 0);
  if (day > length) return null;
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  const LEAP_DAYS_TO_1970 = 477;
  const sinceYearOne = past * 365 + leapDays - (1969 * 365 + LEAP_DAYS_TO_1970);
  return sinceYearOne + before + (month > 2 && leap ? 1 : 0) + day - 1;
}
