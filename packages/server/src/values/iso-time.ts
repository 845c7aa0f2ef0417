/** The last moment of the year 9999; what is later has no text that programs agree on. */
const lastTime = 253_402_300_799_999;

/** A time that cannot be written is shown as the last one that can: one record must not break a list. */
export function isoTime(at: number): string {
  const known = Number.isFinite(at) ? Math.min(Math.max(at, 0), lastTime) : lastTime;
  return new Date(known).toISOString();
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
