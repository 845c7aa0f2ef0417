// What is remembered across runs: JSON by user, scope and key
// Each method is one atomic operation, so that every store can offer it (Records R1). What follows from them (compare and set,
// adding once, limits) is written once, in the engine.
//
// M1. A row that was removed or has expired stays as a tombstone until it is swept: its revision and its last step are still
//     needed by a writer that was late.
// M2. The step that wrote a row last is in the row, so it is committed with what it wrote. Before the next writer replaces it, it
//     is noted (`noteStep`). So a step that has written is always found: in the row, or among those noted.
import type { Json } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface RememberedPlace {
  readonly user: string;
  readonly scope: string;
  readonly key: string;
}

export interface RememberedRow extends RememberedPlace {
  /** Null in a tombstone, and a value like any other. */
  readonly value: Json;
  readonly isGone: boolean;
  /** Counted up by every write. */
  readonly revision: number;
  readonly sizeBytes: number;
  /** Idempotency key of the step that wrote it; null for writers outside runs. */
  readonly step: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number | null;
}

export interface RememberedStore {
  get(place: RememberedPlace): Awaitable<RememberedRow | undefined>;
  /** False when there is a row, or a tombstone. */
  insert(row: RememberedRow): Awaitable<boolean>;
  /** False when its revision is another one. */
  replace(row: RememberedRow, revision: number): Awaitable<boolean>;
  /** Without tombstones; the oldest first, or as `order` says. */
  list(filter: RememberedFilter): Awaitable<Page<RememberedRow>>;
  /** How many there are without tombstones, and how large they are together. `expiredAt`: only those that have expired by then. */
  measure(
    filter: Pick<RememberedFilter, 'user' | 'scope'> & { readonly expiredAt?: number },
  ): Awaitable<{ readonly keys: number; readonly sizeBytes: number }>;
  hasStep(user: string, step: string): Awaitable<boolean>;
  /** Noting it again changes nothing. */
  noteStep(note: {
    readonly user: string;
    readonly step: string;
    readonly at: number;
  }): Awaitable<void>;
  /** Deletes tombstones and expired rows that nobody has written since, and steps that were noted before. */
  sweep(before: { readonly goneAt: number; readonly notedAt: number }): Awaitable<void>;
}

export interface RememberedFilter {
  readonly user: string;
  readonly scope?: string;
  readonly cursor?: string;
  readonly limit?: number;
  /** `changed`: what was written last first. A page says where the next one begins, whatever is written meanwhile. */
  readonly order?: 'oldest' | 'changed';
}
