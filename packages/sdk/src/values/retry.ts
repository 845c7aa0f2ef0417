import type { JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { durationMs, type Duration } from './duration.ts';

/** How often something is tried: a number of attempts, or also how long to wait between them. */
export type Retry =
  | number
  | {
      /** With the first one. */
      readonly attempts: number;
      /** Before the second attempt; default 500 ms. */
      readonly backoff?: Duration;
      /** How much longer before each further one; default 2. */
      readonly factor?: number;
      /** At most; default 30 s, or `backoff` if that is longer. */
      readonly max?: Duration;
    };

export interface RetryPlan {
  readonly attempts: number;
  /** How long to wait after this attempt has failed. */
  delayMs(attempt: number): number;
}

export function retryPlan(retry: Retry = 1): RetryPlan {
  const {
    attempts,
    backoff = '500ms',
    factor = 2,
    max = longest(backoff),
  } = typeof retry === 'number' ? { attempts: retry } : retry;
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new TypeError(`${attempts} attempts: give a whole number from 1 on.`);
  const [first, most] = [durationMs(backoff), durationMs(max)];
  return { attempts, delayMs: (attempt) => Math.min(most, first * factor ** (attempt - 1)) };
}

const maxMsDefault = 30_000;

/** Whoever says how long the first pause is means it. */
function longest(backoff: Duration): number {
  return Math.max(maxMsDefault, durationMs(backoff));
}

/** As a node has it. */
export function retryPolicy(retry: Retry): JsonObject {
  if (typeof retry === 'number') return { attempts: retry };
  const { attempts, backoff, factor, max } = retry;
  const backoffMs = backoff === undefined ? undefined : durationMs(backoff);
  const isLong = max === undefined && backoffMs !== undefined && backoffMs > maxMsDefault;
  const maxMs = max === undefined ? undefined : durationMs(max);
  return {
    attempts,
    ...withoutUndefined({ backoffMs, factor, maxMs: isLong ? backoffMs : maxMs }),
  };
}
