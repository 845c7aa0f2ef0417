// Times in columns of type DATETIME(3)
// They are in UTC and have no zone, so nothing depends on the time zone of a session. What such a column cannot hold is moved
// to its first or last time: no clock of ours says such times, but conditions may ("ever").
const first = Date.UTC(1000, 0, 1);
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Milliseconds, or a time as ISO 8601 writes it; null for a text that is no time. */
export function toDatetime(time: number | string): string | null {
  const at = typeof time === 'number' ? time : Date.parse(time);
  if (Number.isNaN(at)) return null;
  const text = new Date(Math.min(last, Math.max(first, at))).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 23)}`;
}

/** `2026-02-28 09:30:00.123` as milliseconds. */
export function fromDatetime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}
