// What a function remembers across runs. Each operation is a recorded step: after a crash its result is given back, and what it wrote is
// not written again.
import type { Json } from '@skein/kernel';

/** What is remembered under a key. */
export interface MemoryEntry {
  readonly scope: string;
  readonly key: string;
  readonly value: Json;
  /** Counted up by every write of this key; for `ifRevision`. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Null: until it is deleted. */
  readonly expiresAt: number | null;
}

export interface MemoryScope {
  /**
   * `user`: everything of the user of the run; `workflow`: the runs of this workflow of that user; any other name: what workflows of that
   * user share by it. Default: `user`.
   */
  readonly scope?: string | undefined;
}

export interface MemoryTerm {
  /** How long it is remembered; default: until it is deleted. */
  readonly ttlMs?: number | undefined;
}

export interface MemoryCondition {
  /** Written only if this is still its revision; 0: only if nothing is there. Otherwise the operation fails with MEMORY_CONFLICT. */
  readonly ifRevision?: number | undefined;
}

export interface MemoryWritten {
  readonly value: Json;
  readonly revision: number;
}

export interface MemoryPage {
  readonly items: readonly MemoryEntry[];
  /** Null: this is the last page. */
  readonly nextCursor: string | null;
}

export interface MemoryPaging {
  readonly cursor?: string | undefined;
  /** At most 200; default 50. */
  readonly limit?: number | undefined;
  /** `changed`: what was written last first; default: the oldest first. */
  readonly order?: 'oldest' | 'changed' | undefined;
}

export interface NodeMemory {
  /** Null when nothing is there, or it has expired. */
  get(key: string, options?: MemoryScope): Promise<MemoryEntry | null>;
  set(
    key: string,
    value: Json,
    options?: MemoryScope & MemoryTerm & MemoryCondition,
  ): Promise<MemoryWritten>;
  /** Adds a number to a number, or an item to the end of a list; begins with 0 or an empty list. */
  add(key: string, value: Json, options?: MemoryScope & MemoryTerm): Promise<MemoryWritten>;
  /** The oldest first, or as `order` says. */
  list(options?: MemoryScope & MemoryPaging): Promise<MemoryPage>;
  /** False when nothing is there. */
  delete(key: string, options?: MemoryScope): Promise<boolean>;
}
