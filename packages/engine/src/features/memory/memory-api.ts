import type { Json } from '@skein/kernel';
import type {
  MemoryCondition,
  MemoryEntry,
  MemoryPage,
  MemoryPaging,
  MemoryTerm,
  MemoryWritten,
} from '@skein/ports';
import {
  addToMemory,
  deleteFromMemory,
  listMemory,
  readMemory,
  setMemory,
  type MemoryParts,
  type Remembering,
} from '../../state/memory/memory-operations.ts';

/** Whose it is, and where. */
export interface MemoryOwner {
  /** Default: what runs without a user remember. */
  readonly user?: string | undefined;
  /** `user` (default), `workflow:ID`, or a name of one's own. */
  readonly scope?: string | undefined;
}

/** What workflows remember across runs, for the host. A call that is repeated writes again. */
export interface Memory {
  /** Null when nothing is there, or it has expired. */
  get(key: string, options?: MemoryOwner): Promise<MemoryEntry | null>;
  set(
    key: string,
    value: Json,
    options?: MemoryOwner & MemoryTerm & MemoryCondition,
  ): Promise<MemoryWritten>;
  /** Adds a number to a number, or an item to the end of a list; begins with 0 or an empty list. */
  add(key: string, value: Json, options?: MemoryOwner & MemoryTerm): Promise<MemoryWritten>;
  /** The oldest first, or as `order` says; without a scope those of all scopes. */
  list(options?: MemoryOwner & MemoryPaging): Promise<MemoryPage>;
  /** False when nothing is there. */
  delete(key: string, options?: MemoryOwner): Promise<boolean>;
}

export function memoryApi(parts: MemoryParts): Memory {
  const by: Remembering = { store: parts.store, clock: parts.clock, step: null };
  const placeOf = (key: string, { user = '', scope = 'user' }: MemoryOwner) => ({
    user,
    scope,
    key,
  });
  return {
    get: async (key, owner = {}) => readMemory(by, placeOf(key, owner)),
    set: async (key, value, { ttlMs, ifRevision, ...owner } = {}) =>
      setMemory(by, placeOf(key, owner), { value, ttlMs, ifRevision }),
    add: async (key, value, { ttlMs, ...owner } = {}) =>
      addToMemory(by, placeOf(key, owner), { value, ttlMs }),
    list: async ({ user = '', ...filter } = {}) => listMemory(by, { user, ...filter }),
    delete: async (key, owner = {}) => deleteFromMemory(by, placeOf(key, owner)),
  };
}
