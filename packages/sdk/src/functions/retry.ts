import { durationMs, type Duration } from '../values/duration.ts';

/** How often something is tried: a number of attempts, or also how long to wait between them. */
export type Retry =
  | number
  | {
      /** With the first one. */
      readonly attempts: number;
      /** Before the second attempt; default one second. */
      readonly backoff?: Duration;
      /** How much longer before each further one; default 2. */
      readonly factor?: number;
      /** At most; default one minute. */
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
    backoff = '1s',
    factor = 2,
    max = '1m',
  } = typeof retry === 'number' ? { attempts: retry } : retry;
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new TypeError(`${attempts} attempts: give a whole number from 1 on.`);
  const [first, most] = [durationMs(backoff), durationMs(max)];
  return { attempts, delayMs: (attempt) => Math.min(most, first * factor ** (attempt - 1)) };
}
