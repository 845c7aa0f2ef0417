import type { Json } from '@skein/kernel';
import type { Awaitable } from './awaitable.ts';
import type { Page } from './store.ts';

/**
 * Versions of workflows. The same user, id and version always name definitions that say the same; saving one again
 * replaces what is no part of a version: layout, name, `studio`.
 */
export interface DefinitionStore {
  /** Also writes the tables of its dialect, in the same transaction; see docs/stores.md. */
  save(definition: DefinitionRecord, options?: SaveOptions): Awaitable<void>;
  /** The newest version, unless one is named. Without a user: of those that belong to nobody. */
  get(id: string, version?: string, user?: string): Awaitable<DefinitionRecord | undefined>;
  /** The newest version of each workflow, in the order of the first save. */
  list(filter: DefinitionFilter): Awaitable<Page<DefinitionRecord>>;
  /** All versions of one workflow, the one that was saved last at the end. */
  versions(id: string, user?: string): Awaitable<readonly DefinitionRecord[]>;
  /**
   * Takes the workflow out of the lists and out of the tables of its dialect. Its versions stay, for runs that have
   * them, and a named version is still found. False when there is no such workflow.
   */
  delete(id: string, user?: string): Awaitable<boolean>;
}

export interface SaveOptions {
  /**
   * How the rows in the tables of the dialect change: `upsert` (default) keeps those that are still named and deletes
   * the others, `recreate` deletes all and writes all anew.
   */
  readonly tables?: 'upsert' | 'recreate';
}

export interface DefinitionFilter {
  /** Only those of this user; absent: of all. */
  readonly user?: string;
  readonly dialect?: string;
  /** Literal text anywhere in the id or the name; letter case never matters. */
  readonly q?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

export interface DefinitionRecord {
  readonly id: string;
  /** Whose it is; ids are unique per user. */
  readonly user?: string;
  readonly version: string;
  /** As people see it. */
  readonly name?: string;
  /** As it was written. */
  readonly definition: Json;
  /** The dialect that it is read in, detected or named when it was saved. */
  readonly dialect: string;
  /** What the studio keeps about it: layout and the like. */
  readonly studio?: Json;
  readonly savedAt: number;
}
