// Civil dates
// UTC dates from epoch milliseconds by arithmetic alone: the kernel has no clock, so it has no `Date` either.

const MS_PER_DAY = 86_400_000;
const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;
const DAYS_PER_ERA = 146_097;

/** `2026-02-28T09:30:00.000Z`, for the years 0 to 9999; fractions of a millisecond are truncated. */
export function toIsoTime(ms: number): string {
  if (ms === last.ms) return last.time;
  const whole = Math.floor(ms);
  const minute = Math.floor(whole / MS_PER_MINUTE);
  const inMinute = whole - minute * MS_PER_MINUTE;
  const seconds = digits(Math.floor(inMinute / 1000), 2);
  last.time = startOf(minute) + `${seconds}.${digits(inMinute % 1000, 3)}Z`;
  last.ms = ms;
  return last.time;
}

/** The times that are told one after another are often the same, and mostly of the same minute: the texts of the last one are kept. */
const last = { ms: Number.NaN, time: '', minute: Number.NaN, text: '' };

/** `2026-02-28T09:30:` */
function startOf(minute: number): string {
  if (minute !== last.minute) {
    const inDay = minute - Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
    const hours = digits(Math.floor(inDay / 60), 2);
    last.text = `${toIsoDate(minute * MS_PER_MINUTE)}T${hours}:${digits(inDay % 60, 2)}:`;
    last.minute = minute;
  }
  return last.text;
}

/** `2026-02-28`, for the years 0 to 9999. */
export function toIsoDate(ms: number): string {
  // Howard Hinnant's civil_from_days: eras of 400 years that start on 1 March, so the leap day is the last of its year.
  const days = Math.floor(ms / MS_PER_DAY) + 719_468;
  const era = Math.floor(days / DAYS_PER_ERA);
  const dayOfEra = days - era * DAYS_PER_ERA;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const startOfYear = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - startOfYear;
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
