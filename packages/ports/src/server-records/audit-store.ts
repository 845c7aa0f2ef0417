import type { Awaitable } from '../awaitable.ts';
import type { AuditEntry } from '../engine-store/audit-entry.ts';
import type { Page } from '../page.ts';

/** Who changed what: definitions, keys, answers. Entries are only ever added; retention deletes old ones. */
export interface AuditStore {
  append(entry: AuditEntry): Awaitable<void>;
  /** Newest first. */
  list(filter: AuditFilter): Awaitable<Page<AuditEntry>>;
  /** Deletes those before; gives back how many. */
  prune(before: number): Awaitable<number>;
}

export interface AuditFilter {
  readonly user?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly cursor?: string;
  readonly limit?: number;
}
