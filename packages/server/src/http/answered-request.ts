import { randomBytes } from 'node:crypto';

/** What is written down about an answer. Nothing in it comes from the caller but who that is. */
export interface AnsweredRequest {
  /** The caller has it too, in the header `x-request-id`. */
  readonly id: string;
  readonly method: string;
  /** As in the table, with the names of its parameters and not their values. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
  /** Undefined when nobody had to say who they are, or nobody believed it. */
  readonly user?: string;
  /** The id of the key, not the key. */
  readonly key?: string;
}

/** Ids that no other process gives out: a part of its own, and a count. */
export function requestIds(): () => string {
  const own = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${own}-${(count += 1)}`;
}
