// Workflows, as the library offers them
import {
  versionId,
  workflowId,
  type Diagnostic,
  type PlainOr,
  type VersionId,
  type WorkflowId,
} from '@skein/kernel';
import {
  EngineError,
  type DefinitionChange,
  type DefinitionFilter,
  type DefinitionRecord,
  type NewestDefinition,
  type Page,
} from '@skein/ports';
import type { CheckElsewhere } from '../../state/definitions/checked-definition.ts';
import type { ReadingOptions } from '../../state/definitions/compiled-workflow.ts';
import { migrateRuns, type MigrateOptions, type MigrationReport } from '../moves/migrate-runs.ts';
import type { MoveRuntime } from '../moves/move-run.ts';
import type { Ports } from '../../engine-ports.ts';
import { describeWorkflow, type WorkflowDescription } from './describe-workflow.ts';
import { preflight } from './preflight.ts';
import { convertDefinition, type Converted } from './convert-definition.ts';
import type { KeepOptions, SavedWorkflow } from '../../state/definitions/saved-workflow.ts';
import type { WorkflowListener } from '../../state/definitions/workflow-changes.ts';

export interface Workflows {
  /** Saves a version of a definition in any dialect; WORKFLOW_INVALID when it has an error. */
  save(definition: object, options?: KeepOptions): Promise<SavedWorkflow>;
  /** All diagnostics, without saving anything. */
  validate(definition: unknown, options?: ReadingOptions): readonly Diagnostic[];
  /**
   * All diagnostics, and warnings about models, keys, tools and secrets that its nodes need and this engine lacks, and about
   * arguments that they leave empty though what they call requires them. Nothing is called. Agents
   * that it only names are those of the user.
   */
  preflight(
    definition: unknown,
    options?: ReadingOptions & { readonly user?: string; readonly check?: CheckElsewhere },
  ): Promise<readonly Diagnostic[]>;
  /** The definition with its references to the store resolved, as a run would have it; the same object when it has none. */
  complete(
    definition: unknown,
    options?: { readonly dialect?: string; readonly user?: string },
  ): Promise<unknown>;
  /** A definition converted to another dialect, with what that one cannot express; nothing is saved. */
  convert(definition: unknown, to: string, options?: ReadingOptions): Converted;
  /** The newest version, unless one is named. Without a user: of workflows that belong to nobody. */
  get(
    id: PlainOr<WorkflowId>,
    version?: PlainOr<VersionId>,
    user?: string,
  ): Promise<DefinitionRecord>;
  /** The newest version with its revision, and whether it is enabled. */
  newest(id: PlainOr<WorkflowId>, user?: string): Promise<NewestDefinition>;
  /** Renames, enables or disables it, without a new version; returns its revision. */
  change(id: PlainOr<WorkflowId>, change: Omit<DefinitionChange, 'at'>): Promise<number>;
  /** What a run of it accepts as input, and what people call it. */
  describe(id: PlainOr<WorkflowId>, user?: string): Promise<WorkflowDescription>;
  /** Without a user: of all. */
  list(filter?: DefinitionFilter): Promise<Page<NewestDefinition>>;
  versions(id: PlainOr<WorkflowId>, user?: string): Promise<readonly DefinitionRecord[]>;
  /** Removes it from the lists; runs that were started keep their version and continue. */
  delete(id: PlainOr<WorkflowId>, user?: string): Promise<void>;
  /** Subscribes to every workflow that this engine saves, changes or deletes; the returned function unsubscribes. */
  watch(listener: WorkflowListener): () => void;
  /**
   * Moves the waiting runs of other versions to this one, under their ids; with `dryRun` it only says which can move, and what
   * is in the way of the others.
   */
  migrate(
    id: PlainOr<WorkflowId>,
    toVersion: PlainOr<VersionId>,
    options?: MigrateOptions,
  ): Promise<MigrationReport>;
}

export function workflowsApi(
  runtime: MoveRuntime &
    Ports<'compile' | 'nodeTypes' | 'models' | 'tools' | 'secretsFor' | 'onProblem'>,
): Workflows {
  const { store, workflows, compile } = runtime;
  return {
    migrate: (id, to, options = {}) =>
      migrateRuns(runtime, workflowId(id), { ...options, to: versionId(to) }),
    save: async (definition, options = {}) => workflows.save(definition, options),
    convert: (definition, to, options = {}) =>
      convertDefinition(compile, definition, { to, ...options }),
    validate: (definition, options = {}) => compile(definition, options).diagnostics,
    preflight: async (written, options = {}) => {
      const { definition: whole } = await workflows.complete(written, options);
      const inputSchemaOf = async (id: string, user: string | undefined) =>
        describeWorkflow(await workflows.get({ id: workflowId(id), user, isForStart: true }))
          .inputSchema;
      return preflight({ ...runtime, inputSchemaOf }, { written, whole }, options);
    },
    describe: async (id, user) =>
      describeWorkflow(await workflows.get({ id: workflowId(id), user, isForStart: true })),
    complete: async (definition, options = {}) =>
      (await workflows.complete(definition, options)).definition,
    async get(id, version, user) {
      const record =
        version === undefined
          ? await workflows.newest(workflowId(id), user)
          : await store.definitions.get(workflowId(id), versionId(version), user);
      if (record !== undefined) return record;
      const details = version === undefined ? { workflow: id } : { workflow: id, version };
      throw new EngineError('WORKFLOW_NOT_FOUND', details);
    },
    async newest(id, user) {
      const newest = await workflows.newest(workflowId(id), user);
      if (newest === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
      return newest;
    },
    async change(id, change) {
      const revision = await workflows.change(workflowId(id), change);
      if (revision === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
      return revision;
    },
    watch: (listener) => workflows.changes.watch(listener),
    async list(filter = {}) {
      if (filter.cursor === undefined) await adoptUnlisted(runtime, filter.user);
      return store.definitions.list(filter);
    },
    async delete(id, user) {
      const isDeleted = await workflows.delete(workflowId(id), user);
      if (!isDeleted) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
    },
    async versions(id, user) {
      await workflows.newest(workflowId(id), user);
      const versions = await store.definitions.versions(workflowId(id), user);
      if (versions.length === 0) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
      return versions;
    },
  };
}

/** A drawing that cannot be adopted must not hide the other workflows. */
async function adoptUnlisted(
  { store, workflows, onProblem }: MoveRuntime & Ports<'onProblem'>,
  user: string | undefined,
): Promise<void> {
  const drawn = (await store.drawn?.unstored(user)) ?? [];
  for (const { id, user: owner } of drawn) await workflows.adopt(id, owner).catch(onProblem);
}
