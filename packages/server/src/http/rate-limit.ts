// Rate limits
// A bucket for each key: it holds a reserve, is refilled all the time, and each request takes one out. Whoever is alone on an
// open server has none.
// R1. A refusal costs little: whoever was refused is known again by what they sent, and is refused before the store is asked.
// R2. A refusal is held back, and refusals leave one by one: somebody who asks again at once, on however many connections, takes
//     neither the time of others nor makes them wait behind a pile of answers. Only so many are held at a time.
import { createHash } from 'node:crypto';
import type { Clock, EngineError } from '@skein/ports';
import type { Identity } from '../identity/identity.ts';
import { remember } from '../values/bounded-map.ts';
import { buckets, type Rate } from './buckets.ts';

const knownMax = 10_000;

const heldMs = 250;
const heldMax = 1000;
/** Between two refusals. At 250 in a second they take less than a tenth of a core. */
const apartMs = 4;

export interface RateLimit {
  /** Who it is that was refused with these headers and would be again, after the time that refusals take (R1). */
  refuseAgain(headers: Headers): Promise<Refused | undefined>;
  /** Takes one request from what the key may send; throws RATE_LIMITED when nothing is left, after a while (R2). */
  take(identity: Identity, headers: Headers): Promise<void>;
}

export interface Refused {
  readonly identity: Identity;
  readonly error: EngineError;
}

/** For each key; whoever comes by a token has one for all of theirs. */
export function rateLimit(rate: Rate, clock: Pick<Clock, 'now'>): RateLimit {
  const limits = buckets(rate, clock);
  const refused = new Map<string, Identity>();
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
        remember(refused, { name: digestOf(headers), value: identity, most: knownMax });
        await hold();
        throw error;
      }
    },
  };
}

function nameOf({ key, user }: Identity): string {
  return key ?? `user:${user}`;
}

/** What was sent to say who it is; not the secret itself, which has no business in memory. */
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
