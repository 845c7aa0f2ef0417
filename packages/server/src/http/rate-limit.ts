// Rate limits
// A bucket for each key: it holds a reserve, is refilled all the time, and each request takes one out. Whoever is alone on an
// open server has none.
import { EngineError, type Clock } from '@skein/ports';
import type { Identity } from '../identity/identity.ts';

export interface Rate {
  /** Requests that may come in a second, in the long run. */
  readonly perSecond: number;
  /** How many may come at once. */
  readonly burst: number;
}

interface Bucket {
  left: number;
  at: number;
}

const bucketsMax = 10_000;

/** Throws RATE_LIMITED when somebody sends too much. */
export function rateLimit(
  { perSecond, burst }: Rate,
  clock: Pick<Clock, 'now'>,
): (identity: Identity) => void {
  const buckets = new Map<string, Bucket>();
  return ({ via, key, user }) => {
    if (via === 'local') return;
    const now = clock.now();
    const name = key ?? `user:${user}`;
    const bucket = buckets.get(name) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    // Those that were used last stay; a full bucket is the same as none.
    buckets.delete(name);
    buckets.set(name, bucket);
    if (buckets.size > bucketsMax) forgetOldest(buckets);
    if (bucket.left < 1) {
      const retryAfterMs = Math.ceil(((1 - bucket.left) / perSecond) * 1000);
      throw new EngineError('RATE_LIMITED', { retryAfterMs });
    }
    bucket.left -= 1;
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (oldest.done !== true) buckets.delete(oldest.value);
}
