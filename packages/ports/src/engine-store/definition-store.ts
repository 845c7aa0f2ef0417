import type { Json, VersionId, WorkflowId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { TriggerRecord } from './trigger-record.ts';
import type { Page } from '../page.ts';

/**
 * Versions of workflows. The same user, id and version always name definitions that say the same; saving one again
 * replaces what is not part of a version: layout, name, `studio`.
 */
export interface DefinitionStore {
  /** Also writes the tables of its dialect, in the same transaction; see docs/stores.md. Gives back the new revision. */
  save(definition: DefinitionRecord, options?: SaveOptions): Awaitable<number>;
  /**
   * Renames it, or switches it on or off, without a new version; the tables of its dialect follow. A switch keeps the
   * revision. Gives back the revision, undefined when there is no such workflow.
   */
  change(id: WorkflowId, change: DefinitionChange): Awaitable<number | undefined>;
  /** The newest version, unless one is named. Without a user: of those that belong to nobody. */
  get(id: WorkflowId, version?: VersionId, user?: string): Awaitable<DefinitionRecord | undefined>;
  /** The newest version with what belongs to the workflow as a whole. */
  newest(id: WorkflowId, user?: string): Awaitable<NewestDefinition | undefined>;
  /** The newest version of each workflow, in the order of the first save, or the one that was saved last first (`order`). */
  list(filter: DefinitionFilter): Awaitable<Page<NewestDefinition>>;
  /** All versions of one workflow, the one that was saved last at the end. */
  versions(id: WorkflowId, user?: string): Awaitable<readonly DefinitionRecord[]>;
  /**
   * Takes the workflow out of the lists and out of the tables of its dialect, with its triggers. Its versions stay, for runs that have
   * them, and a named version is still found. False when there is no such workflow.
   */
  delete(id: WorkflowId, user?: string): Awaitable<boolean>;
}

export interface SaveOptions {
  /**
   * How the rows in the tables of the dialect change: `upsert` (default) keeps those that are still named and deletes
   * the others, `recreate` deletes all and writes all anew, `none` leaves them alone: the definition was read from there.
   */
  readonly tables?: 'upsert' | 'recreate' | 'none';
  /**
   * The revision that the caller has seen, 0 when there must be none. Refused with VERSION_CONFLICT, and nothing is written,
   * when the workflow has another one. Absent: written in any case.
   */
  readonly expected?: number;
  /** Written for runs only, like a workflow inside another one: found by its version, in no list, the newest of nothing, and in no table. */
  readonly isHidden?: true;
  /** What changes was not made by the user (a summary, for example): the revision stays as it is. */
  readonly keepsRevision?: true;
  /**
   * The triggers that the workflow has from now on, in the same transaction. Absent: as they are. Whether they are active follows
   * the workflow; one that has the id of another workflow's trigger is refused with ID_TAKEN. A store that keeps no
   * `ServerRecords` ignores them.
   */
  readonly triggers?: readonly TriggerRecord[];
  /** `apart`: triggers that were set apart from the definition stay beside `triggers`; those of an earlier version of it do not. */
  readonly keepsTriggers?: 'apart';
  /** Whether the workflow is switched on; default: as it was, and a new one is. A pipeline's definition may say it itself. */
  readonly isActive?: boolean;
}

export interface DefinitionChange extends Pick<SaveOptions, 'expected'> {
  readonly user?: string;
  readonly name?: string;
  readonly isActive?: boolean;
  readonly at: number;
}

export interface DefinitionFilter {
  /** Only those of this user; absent: of all. */
  readonly user?: string;
  readonly dialect?: string;
  readonly isActive?: boolean;
  /** Literal text anywhere in the id or the name; letter case never matters. */
  readonly q?: string;
  /** `saved`: the one that was saved last first. A cursor belongs to its order. */
  readonly order?: 'created' | 'saved';
  readonly cursor?: string;
  readonly limit?: number;
}

export interface DefinitionRecord {
  readonly id: WorkflowId;
  /** Whose it is; ids are unique per user. */
  readonly user?: string;
  readonly version: VersionId;
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

export interface NewestDefinition extends DefinitionRecord {
  /** Grows with every save and every change, layout and name included; 1 at first, never the same again after a delete. */
  readonly revision: number;
  /** Whether its triggers are on; true at first. */
  readonly isActive: boolean;
}
