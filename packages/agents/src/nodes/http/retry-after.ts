/** A server that asks for more time than that is not worth waiting for in a run that somebody watches. */
const longestMs = 3_600_000;

/** What `Retry-After` says, in milliseconds from now: a number of seconds, or a date. Undefined when it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}(?:\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  const at = text === '' ? Number.NaN : Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, at - now), longestMs);
}
