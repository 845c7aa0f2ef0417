// The workflow cache
// Definitions by id and version, compiled once. A run keeps the version it started with, so entries never go stale.
import { withoutAbsent } from '@skein/dialects';
import {
  isObject,
  versionId,
  workflowId,
  type Json,
  type NodeId,
  type PlainOr,
  type VersionId,
  type WorkflowId,
} from '@skein/kernel';
import {
  EngineError,
  withoutUndefined,
  type Awaitable,
  type DefinitionChange,
  type DefinitionRecord,
  type NewestDefinition,
  type EngineStore,
} from '@skein/ports';
import { compiledHere, type CheckedWorkflow } from './checked-definition.ts';
import { CompiledVersions, warningsIn, type KnownWorkflow } from './compiled-versions.ts';
import type { Compile, Complete, CompleteDefinition, ReadingOptions } from './compiled-workflow.ts';
import { compileInTurns } from './compile-in-turns.ts';
import { andThen } from '../values/and-then.ts';
import type { KeepOptions, SavedWorkflow } from './saved-workflow.ts';
import { newestInTables } from './table-changes.ts';
import { idFromVersion, nameIn } from './unnamed-workflow.ts';
import { triggersIn } from './triggers-in.ts';
import { WorkflowChanges } from './workflow-changes.ts';

export interface WorkflowName {
  readonly id: WorkflowId;
  readonly version?: PlainOr<VersionId> | undefined;
  readonly start?: NodeId | undefined;
  /** The caller: finds what is theirs, else what belongs to nobody. */
  readonly user?: string | undefined;
  /** For a new run: with the references of the definition resolved, as a version of its own. */
  readonly isForStart?: boolean;
}

export class WorkflowCache {
  readonly #store: EngineStore;
  readonly #compile: Compile;
  readonly #complete: Complete;
  readonly #now: () => number;
  /** The newest versions by user and id; null when another process may save one. */
  readonly #newest: Map<string, VersionId> | null;
  /** Whether everybody may use this workflow, which belongs to nobody. */
  readonly #isForEverybody: (workflow: string) => boolean;
  readonly #compiled: CompiledVersions;
  /** Those whose code is not here, for those who only read their runs. */
  readonly #readOnly: CompiledVersions;
  /** Nested workflows: their text is a constant of the outer graph, so the object itself identifies them. */
  readonly #inline = new WeakMap<object, KnownWorkflow>();
  readonly changes = new WorkflowChanges();

  constructor(options: {
    readonly store: EngineStore;
    readonly compile: Compile;
    readonly complete: Complete;
    readonly now: () => number;
    readonly isShared: boolean;
    readonly isForEverybody: (workflow: string) => boolean;
  }) {
    this.#store = options.store;
    this.#compile = options.compile;
    this.#compiled = new CompiledVersions(options.compile);
    this.#readOnly = new CompiledVersions(options.compile, { isRead: true });
    this.#complete = options.complete;
    this.#now = options.now;
    this.#newest = options.isShared ? null : new Map();
    this.#isForEverybody = options.isForEverybody;
  }

  /** Throws WORKFLOW_INVALID with all diagnostics when the definition has an error. */
  save(written: unknown, given: KeepOptions = {}): Awaitable<SavedWorkflow> {
    const definition = given.check === undefined ? withoutAbsent(written) : written;
    return andThen(this.complete(definition, given), (whole) =>
      this.#saveWhole(definition, whole, given),
    );
  }

  /** With its references resolved. */
  complete(
    definition: unknown,
    { dialect, user }: { readonly dialect?: string; readonly user?: string },
  ): Awaitable<CompleteDefinition> {
    return this.#complete(definition, {
      ...(dialect === undefined ? {} : { dialect }),
      ...(user === undefined ? {} : { user }),
    });
  }

  /** The resolved definition is checked; the definition is stored as it was written. */
  #saveWhole(
    definition: unknown,
    { definition: whole, isFixed }: CompleteDefinition,
    given: KeepOptions,
  ): Awaitable<SavedWorkflow> {
    const { dialect, start, check } = given;
    const reading: ReadingOptions = {
      ...withoutUndefined({ dialect, start }),
      // A part of one that was saved.
      isStored: given.isHidden === true,
    };
    const found = (json: unknown): Awaitable<CheckedWorkflow> =>
      check?.(json, reading) ?? andThen(compileInTurns(this.#compile, json, reading), compiledHere);
    return andThen(found(whole), (checked) =>
      andThen(whole === definition ? checked : found(definition), (written) =>
        this.#keepChecked(definition, { checked, written, isFixed }, given),
      ),
    );
  }

  #keepChecked(
    definition: unknown,
    {
      checked,
      written,
      isFixed,
    }: {
      readonly checked: CheckedWorkflow;
      readonly written: CheckedWorkflow;
      readonly isFixed: boolean;
    },
    given: KeepOptions,
  ): Awaitable<SavedWorkflow> {
    const { id: as, user, studio, isDraft, start } = given;
    const { diagnostics } = checked;
    const { version } = written;
    // What it refers to may be stored in any order: what is still missing there stops a start, not a save.
    const sound = !checked.isCompiled && !isFixed ? written : checked;
    const isSound =
      sound.isCompiled && sound.diagnostics.every(({ severity }) => severity !== 'error');
    const isKept = isSound || (isDraft === true && as !== undefined && version !== '');
    if (!isKept) throw new EngineError('WORKFLOW_INVALID', { diagnostics });
    const owner = user === undefined ? {} : { user };
    // Dialects use other keys than `id` for it.
    const id = workflowId(as ?? (sound.id || idFromVersion(version)));
    const dialect = checked.dialect ?? 'native';
    const called = sound.isCompiled ? sound.name : undefined;
    const name = called ?? nameIn(definition);
    const savedAt = this.#now();
    const record: DefinitionRecord = {
      id,
      ...owner,
      version,
      ...(name === undefined ? {} : { name }),
      // It has a version, so it is JSON.
      definition: definition as Json,
      dialect,
      ...(studio === undefined ? {} : { studio }),
      savedAt,
    };
    const { graph = null } = sound;
    if (graph !== null && isFixed) {
      const begun = start === undefined ? {} : { start };
      const known = { id, version, graph, dialect, ...owner, ...begun, isFixed };
      this.#compiled.remember({ ...known, ...warningsIn(diagnostics) });
    }
    const isSaid = given.isHidden === true || given.triggers !== undefined;
    const options = isSaid ? given : { ...given, ...triggersIn(record) };
    return andThen(this.#store.definitions.save(record, options), (revision) => {
      if (given.isHidden !== true) {
        // What may change without this engine is read each time.
        if (this.#isInTables(dialect)) this.#newest?.delete(ownKey(id, user));
        else this.#newest?.set(ownKey(id, user), version);
        this.changes.tell(id, user);
      }
      return {
        id,
        version,
        dialect,
        revision,
        diagnostics,
        savedAt,
        ...withoutUndefined({ name }),
      };
    });
  }

  /** Its versions are kept for the runs that use them. False when there is no such workflow. */
  delete(id: WorkflowId, user?: string): Awaitable<boolean> {
    return andThen(this.#store.definitions.delete(id, user), (isDeleted) => {
      this.#newest?.delete(ownKey(id, user));
      this.changes.tell(id, user);
      return isDeleted;
    });
  }

  /** Undefined when there is no such workflow. */
  change(id: WorkflowId, change: Omit<DefinitionChange, 'at'>): Awaitable<number | undefined> {
    const dated = { ...change, at: this.#now() };
    return andThen(this.#store.definitions.change(id, dated), (revision) => {
      this.changes.tell(id, change.user);
      return revision;
    });
  }

  /**
   * What somebody drew or edited in the database itself becomes the newest version of the workflow: a drawing is a workflow like any
   * other. One that is not valid is kept as a draft, so that its errors are seen where it is opened or started.
   */
  async adopt(id: PlainOr<WorkflowId>, user?: string): Promise<void> {
    const changed = await this.#store.drawn?.changed(id, user);
    if (changed === undefined) return;
    try {
      await this.#keepChanged({ id, user, dialect: 'session-graph', ...changed });
    } catch (error) {
      // Somebody else has just adopted it, or saved it.
      if (!(error instanceof EngineError) || error.code !== 'VERSION_CONFLICT') throw error;
    }
  }

  /** The database has it already, so its rows stay as they are. */
  #keepChanged(changed: {
    readonly id: PlainOr<WorkflowId>;
    readonly user: string | undefined;
    readonly definition: Json;
    readonly dialect: string;
    readonly studio?: Json | undefined;
    /** Of the version that it replaces. */
    readonly revision: number;
  }): Awaitable<SavedWorkflow> {
    const { id, user, definition, dialect, studio, revision: expected } = changed;
    const kept: KeepOptions = { id, dialect, expected, isDraft: true, tables: 'none' };
    const owned = user === undefined ? kept : { ...kept, user };
    return this.save(definition, studio === undefined ? owned : { ...owned, studio });
  }

  get(name: WorkflowName): Awaitable<KnownWorkflow> {
    const isDrawn = this.#store.drawn !== undefined;
    if (!isDrawn || name.isForStart !== true || name.version !== undefined) return this.#get(name);
    return this.adopt(name.id, name.user).then(() => this.#get(name));
  }

  /** The workflow of a run that is only read: without its code, as far as the types of its nodes tell. */
  async getToRead(name: WorkflowName & { readonly version: VersionId }): Promise<KnownWorkflow> {
    try {
      return await this.get(name);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'WORKFLOW_INVALID') throw error;
      const { id, version, start, user } = name;
      const known = this.#readOnly.recall({ id, version, start, user });
      if (known !== undefined) return known;
      const own = await this.#store.definitions.get(id, version, user);
      const record =
        own ??
        (this.#isForEverybody(id) ? await this.#store.definitions.get(id, version) : undefined);
      if (record === undefined) throw error;
      return this.#readOnly.compile(record, { start, isFixed: false });
    }
  }

  #get({
    id,
    version: named,
    start,
    user,
    isForStart = false,
  }: WorkflowName): Awaitable<KnownWorkflow> {
    const wanted = named ?? this.#newest?.get(ownKey(id, user));
    const version = wanted === undefined ? undefined : versionId(wanted);
    const isEnough = (known: KnownWorkflow | undefined) =>
      known !== undefined && (!isForStart || known.isFixed === true);
    const known =
      version === undefined ? undefined : this.#compiled.recall({ id, version, start, user });
    if (known !== undefined && isEnough(known)) return known;
    const read =
      version === undefined
        ? this.#newestRecord(id, user)
        : this.#store.definitions.get(id, version, user);
    return andThen<DefinitionRecord | undefined, KnownWorkflow>(read, (record) => {
      if (record !== undefined) {
        const found = this.#compiled.recall({ id, version: record.version, start, user });
        if (found !== undefined && isEnough(found)) return found;
        if (isForStart) return this.#completeRecord(record, start);
        return this.#compiled.compile(record, { start, isFixed: false });
      }
      if (user === undefined || !this.#isForEverybody(id)) {
        const details = named === undefined ? { workflow: id } : { workflow: id, version: named };
        throw new EngineError('WORKFLOW_NOT_FOUND', details);
      }
      return this.get({ id, version: named, start, isForStart });
    });
  }

  /** With what was changed in the database itself. Undefined when there is no such workflow. */
  newest(id: WorkflowId, user?: string): Awaitable<NewestDefinition | undefined> {
    if (this.#store.drawn === undefined) return this.#newestRecord(id, user);
    return this.adopt(id, user).then(() => this.#newestRecord(id, user));
  }

  /** With what was changed in the tables of its dialect. */
  #newestRecord(id: WorkflowId, user?: string): Awaitable<NewestDefinition | undefined> {
    return andThen(this.#store.definitions.newest(id, user), (newest) => {
      const isSettled = newest !== undefined && !this.#isInTables(newest.dialect);
      if (isSettled || this.#store.tables.workflows === undefined) return newest;
      return newestInTables(this.#store, { id, user }, async ({ newest: found, ...changed }) => {
        const { studio, revision = 0 } = found ?? {};
        return this.#keepChanged({ id, user, studio, revision, ...changed });
      });
    });
  }

  #isInTables(dialect: string): boolean {
    return this.#store.tables.workflows?.dialects.has(dialect) === true;
  }

  /** The resolved definition is stored next to it, hidden: it is the version of the run. */
  #completeRecord(record: DefinitionRecord, start: string | undefined): Awaitable<KnownWorkflow> {
    const { id, definition, dialect, user } = record;
    const owner = user === undefined ? {} : { user };
    return andThen(this.complete(definition, { dialect, ...owner }), (completed) => {
      const { definition: whole, isFixed } = completed;
      if (whole === definition) {
        const compiled = isFixed ? undefined : this.#compiled.recall({ ...record, start });
        return compiled ?? this.#compiled.compile(record, { start, isFixed });
      }
      const { version: wanted } = this.#compile(whole, { dialect });
      const known = this.#compiled.recall({ id, version: wanted, start, user });
      if (known !== undefined) return known;
      const hidden = this.save(whole, { id, dialect, ...owner, isHidden: true });
      return andThen(hidden, ({ version }) => this.get({ id, version, start, user }));
    });
  }

  /**
   * A definition nested in another one; saved, so that its runs can be recovered without the outer one. Hidden: it is
   * not a workflow of its own, in no list and never the newest version of one that happens to have the same id.
   */
  getInline(definition: Json, as: string, user?: string): Awaitable<KnownWorkflow> {
    const known = isObject(definition) ? this.#inline.get(definition) : undefined;
    if (known !== undefined && known.user === user) return known;
    const owner = user === undefined ? {} : { user };
    const hidden = this.save(asNative(definition), { id: as, ...owner, isHidden: true });
    return andThen(hidden, ({ id, version }) =>
      andThen(this.get({ id, version, user }), (workflow) => {
        if (isObject(definition)) this.#inline.set(definition, workflow);
        return workflow;
      }),
    );
  }
}

/** Inside another definition the native format marker may be omitted: nothing else is allowed there. */
function asNative(definition: Json): Json {
  if (!isObject(definition) || Object.hasOwn(definition, 'skein')) return definition;
  return { skein: 1, ...definition };
}

function ownKey(id: WorkflowId, user: string | undefined): string {
  return user === undefined ? id : JSON.stringify([user, id]);
}
