// Rate limits
// A token bucket for each key. The only user of an open server has no limit.
// R1. Refusals are cheap: a refused caller is recognised by its credentials, and refused again without asking the store.
// R2. Refusals are delayed and leave one by one: a caller that retries at once, on however many connections, neither uses up the
//     time of others nor makes them queue after a backlog of answers. Only so many are held at a time.
import { createHash } from 'node:crypto';
import type { Clock, EngineError } from '@skein/ports';
import type { Identity } from '../identity/identity.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import { buckets, type Rate } from './buckets.ts';

const knownMax = 10_000;

const heldMs = 250;
const heldMax = 1000;
/** Between two refusals. At 250 a second they take less than a tenth of a core. */
const apartMs = 4;

export interface RateLimit {
  /** The caller that was refused with these headers and would be again, after the delay of refusals (R1). */
  refuseAgain(headers: Headers): Promise<Refused | undefined>;
  /** Takes one request from the key's budget; throws RATE_LIMITED, delayed, when none is left (R2). */
  take(identity: Identity, headers: Headers): Promise<void>;
}

export interface Refused {
  readonly identity: Identity;
  readonly error: EngineError;
}

/** For each key; users with tokens of an identity provider have one bucket each. */
export function rateLimit(
  rate: Rate,
  clock: Pick<Clock, 'now'>,
  /** Whether callers are known by these headers (R1): a host may know its users by others. */
  { knowsHeaders = true }: { readonly knowsHeaders?: boolean } = {},
): RateLimit {
  const limits = buckets(rate, clock);
  const refused = new BoundedMap<Identity>(knownMax);
  const hold = holdBack();
  return {
    async refuseAgain(headers) {
      const identity = refused.size === 0 ? undefined : refused.get(digestOf(headers));
      const error = identity === undefined ? undefined : limits.refusal(nameOf(identity));
      if (identity === undefined || error === undefined) return undefined;
      await hold();
      return { identity, error };
    },
    async take(identity, headers) {
      if (identity.via === 'local') return;
      try {
        limits.take(nameOf(identity));
      } catch (error) {
        if (knowsHeaders) refused.set(digestOf(headers), identity);
        await hold();
        throw error;
      }
    },
  };
}

function nameOf({ key, user }: Identity): string {
  return key ?? `user:${user}`;
}

/** Identifies the credentials without keeping the secret in memory. */
function digestOf(headers: Headers): string {
  const sent = headers.get('authorization') ?? headers.get('cookie') ?? '';
  return createHash('sha256').update(sent).digest('base64');
}

function holdBack(): () => Promise<void> {
  let held = 0;
  let lastMs = 0;
  return async () => {
    if (held >= heldMax) return;
    const nowMs = performance.now();
    lastMs = Math.max(nowMs + heldMs, lastMs + apartMs);
    held += 1;
    await new Promise((resolve) => setTimeout(resolve, lastMs - nowMs));
    held -= 1;
  };
}
