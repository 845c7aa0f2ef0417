import { randomBytes } from 'node:crypto';

/** A log entry about an answer. Nothing in it comes from the request but the caller's identity. */
export interface AnsweredRequest {
  /** Sent to the caller too, as `x-request-id`. */
  readonly id: string;
  readonly method: string;
  /** As in the route table: parameter names, not their values. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
  /** Undefined when the route is open to everybody, or authentication failed. */
  readonly user?: string;
  /** The id of the key, not the key. */
  readonly key?: string;
}

/** Ids that are unique across processes: a random part and a counter. */
export function requestIds(): () => string {
  const own = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${own}-${(count += 1)}`;
}
