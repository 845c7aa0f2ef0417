// Rate limits
// A bucket for each key: it holds a reserve, is refilled all the time, and each request takes one out. Whoever is alone on an
// open server has none.
// A refusal is held back for a moment, so that somebody who asks again at once does not take the time of others with refusals; only so
// many are held at a time.
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

const heldMs = 250;
const heldMax = 1000;

export type LimitRate = (identity: Identity) => Promise<void>;

/** For each key; whoever comes by a token has one for all of theirs. */
export function rateLimit(rate: Rate, clock: Pick<Clock, 'now'>): LimitRate {
  const take = buckets(rate, clock);
  let held = 0;
  return async ({ via, key, user }) => {
    if (via === 'local') return;
    try {
      take(key ?? `user:${user}`);
    } catch (error) {
      if (held < heldMax) {
        held += 1;
        await new Promise((resolve) => setTimeout(resolve, heldMs));
        held -= 1;
      }
      throw error;
    }
  };
}

/** One bucket for each name. Throws RATE_LIMITED when one is empty. */
export function buckets(
  { perSecond, burst }: Rate,
  clock: Pick<Clock, 'now'>,
): (name: string) => void {
  const known = new Map<string, Bucket>();
  return (name) => {
    const now = clock.now();
    const bucket = known.get(name) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    // Those that were used last stay; a full bucket is the same as none.
    known.delete(name);
    known.set(name, bucket);
    if (known.size > bucketsMax) forgetOldest(known);
    if (bucket.left < 1) {
      const retryAfterMs = Math.ceil(((1 - bucket.left) / perSecond) * 1000);
      throw new EngineError('RATE_LIMITED', { retryAfterMs });
    }
    bucket.left -= 1;
  };
}

function forgetOldest(known: Map<string, Bucket>): void {
  const oldest = known.keys().next();
  if (oldest.done !== true) known.delete(oldest.value);
}
