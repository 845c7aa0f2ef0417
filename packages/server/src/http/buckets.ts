import { EngineError, type Clock } from '@skein/ports';
import { remember } from '../values/bounded-map.ts';

export interface Rate {
  /** Requests that may come in a second, in the long run. */
  readonly perSecond: number;
  /** How many may come at once. */
  readonly burst: number;
}

/** One bucket for each name. */
export interface Buckets {
  /** Takes one out; throws RATE_LIMITED when there is none. */
  readonly take: (name: string) => void;
  /** What `take` would throw; takes nothing. */
  readonly refusal: (name: string) => EngineError<'RATE_LIMITED'> | undefined;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

const bucketsMax = 10_000;

export function buckets({ perSecond, burst }: Rate, clock: Pick<Clock, 'now'>): Buckets {
  const known = new Map<string, Bucket>();
  const look = (name: string): Bucket => {
    const now = clock.now();
    const { left, at } = known.get(name) ?? { left: burst, at: now };
    return { left: Math.min(burst, left + ((now - at) / 1000) * perSecond), at: now };
  };
  const refusalOf = ({ left }: Bucket) => {
    if (left >= 1) return undefined;
    const retryAfterMs = Math.ceil(((1 - left) / perSecond) * 1000);
    return new EngineError('RATE_LIMITED', { retryAfterMs });
  };
  return {
    refusal: (name) => refusalOf(look(name)),
    take(name) {
      const bucket = look(name);
      const refusal = refusalOf(bucket);
      const left = refusal === undefined ? bucket.left - 1 : bucket.left;
      // A full bucket is the same as none.
      remember(known, { name, value: { ...bucket, left }, most: bucketsMax });
      if (refusal !== undefined) throw refusal;
    },
  };
}
