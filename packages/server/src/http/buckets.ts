import { EngineError, type Clock } from '@skein/ports';
import { BoundedMap } from '../values/bounded-map.ts';

export interface Rate {
  /** Sustained requests per second. */
  readonly perSecond: number;
  /** How many may arrive at once. */
  readonly burst: number;
}

/** A token bucket for each name. */
export interface Buckets {
  /** Takes a token; throws RATE_LIMITED when none is left. */
  readonly take: (name: string) => void;
  /** What `take` would throw, without taking a token. */
  readonly refusal: (name: string) => EngineError<'RATE_LIMITED'> | undefined;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

const bucketsMax = 10_000;

export function buckets({ perSecond, burst }: Rate, clock: Pick<Clock, 'now'>): Buckets {
  const known = new BoundedMap<Bucket>(bucketsMax);
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
      // Dropping the oldest is fine: a full bucket is the same as none.
      known.set(name, { ...bucket, left });
      if (refusal !== undefined) throw refusal;
    },
  };
}
