import type { Json } from '../../json.ts';
import { parseIsoTime } from '../../references/parse-iso-time.ts';

/** When a delay ends; null when its config does not say it. */
export function delayEnd(
  now: number,
  ms: Json | undefined,
  until: Json | undefined,
): number | null {
  if (typeof ms === 'number') return now + Math.max(0, ms);
  // A template may give the number as text.
  if (typeof ms === 'string' && ms.trim() !== '' && Number.isFinite(Number(ms))) {
    return now + Math.max(0, Number(ms));
  }
  if (typeof until === 'number') return until;
  return typeof until === 'string' ? parseIsoTime(until) : null;
}
