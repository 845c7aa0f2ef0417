import type { Json, RunId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

/**
 * Commands (answers, cancels, retries, events) for runs that another server drives. Whoever gets one that is not for a
 * run of its own puts it here; the owner takes it, does it, and settles it with what came of it.
 *
 * A command is given to one owner once. A run that changes hands gives its unsettled commands to the new owner again.
 */
export interface InboxStore {
  /** Idempotent by id. A run that nobody owns becomes due by it. RUN_NOT_FOUND when there is no such run. */
  put(command: InboxCommand): Awaitable<void>;
  /** Commands for runs of this owner, oldest first. */
  take(owner: string, limit?: number): Awaitable<readonly InboxCommand[]>;
  /** The first outcome counts. */
  settle(id: string, outcome: Json): Awaitable<void>;
  /** Undefined until it was settled. */
  outcome(id: string): Awaitable<{ readonly outcome: Json } | undefined>;
}

export interface InboxCommand {
  readonly id: string;
  readonly run: RunId;
  readonly command: Json;
}
