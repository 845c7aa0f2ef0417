import type { JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { durationMs, type Duration } from '../values/duration.ts';
import { retryPolicy, type Retry } from '../values/retry.ts';
import type { GraphNode } from './node.ts';

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
