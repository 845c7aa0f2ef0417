import type { Json } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

/** Who changed what: definitions, keys, answers. Entries are only ever added; retention deletes old ones. */
export interface AuditStore {
  append(entry: AuditEntry): Awaitable<void>;
  /** Newest first. */
  list(filter: AuditFilter): Awaitable<Page<AuditEntry>>;
  /** Deletes those before; gives back how many. */
  prune(before: number): Awaitable<number>;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** Whose things it is about. */
  readonly user: string;
  /** Who did it: a key, a person. */
  readonly actor: string;
  /** `workflow.save`, `key.revoke`, `wait.answer` … */
  readonly action: string;
  /** The id of the thing. */
  readonly subject: string;
  readonly data: Json;
}

export interface AuditFilter {
  readonly user?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly cursor?: string;
  readonly limit?: number;
}
