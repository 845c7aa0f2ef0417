import type { JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { durationMs, type Duration } from '../values/duration.ts';
import type { GraphNode } from './node.ts';

/** How often something is tried: a number of attempts, or all about them. */
export type Retry =
  | number
  | {
      readonly attempts: number;
      /** Before the second attempt; default 500 ms. */
      readonly backoff?: Duration;
      /** By which it grows; default 2. */
      readonly factor?: number;
      /** Which it does not exceed; default 30 s. */
      readonly max?: Duration;
    };

/** What every verb of a graph takes. */
export interface NodeOptions {
  /** Nodes that come first although nothing of them is read. */
  readonly after?: GraphNode | readonly GraphNode[];
  /** What people see; default: the id. */
  readonly name?: string;
  readonly description?: string;
  readonly retry?: Retry;
  /** For one attempt. */
  readonly timeout?: Duration;
}

/** The options as the keys of a node. */
export function nodeSettings({ name, description, retry, timeout }: NodeOptions): JsonObject {
  return withoutUndefined({
    name,
    description,
    retry: retry === undefined ? undefined : retryPolicy(retry),
    timeoutMs: timeout === undefined ? undefined : durationMs(timeout),
  });
}

function retryPolicy(retry: Retry): JsonObject {
  if (typeof retry === 'number') return { attempts: retry };
  const { attempts, backoff, factor, max } = retry;
  return withoutUndefined({
    attempts,
    backoffMs: backoff === undefined ? undefined : durationMs(backoff),
    factor,
    maxMs: max === undefined ? undefined : durationMs(max),
  });
}
