// Workflows, as the library offers them
import type { Diagnostic } from '@skein/kernel';
import { EngineError, type DefinitionRecord, type Page } from '@skein/ports';
import type { ReadingOptions } from '../engine-options.ts';
import { migrateRuns, type MigrationReport } from '../forks/migrate-runs.ts';
import type { Runtime } from '../runtime.ts';
import type { SavedWorkflow } from './workflow-cache.ts';

export interface Workflows {
  /** Makes a version of a definition in any dialect; WORKFLOW_INVALID when it has an error. */
  save(definition: object, options?: ReadingOptions): Promise<SavedWorkflow>;
  /** All diagnostics, without saving anything. */
  validate(definition: unknown, options?: ReadingOptions): readonly Diagnostic[];
  /** The newest version, unless one is named. */
  get(id: string, version?: string): Promise<DefinitionRecord>;
  list(filter?: {
    readonly cursor?: string;
    readonly limit?: number;
  }): Promise<Page<DefinitionRecord>>;
  versions(id: string): Promise<readonly DefinitionRecord[]>;
  /** Which waiting runs of other versions could move to this one, and why the others not. Changes nothing. */
  migrationReport(id: string, toVersion: string): Promise<MigrationReport>;
  /** Moves those that can: each goes on as a new run of the version, and is cancelled itself. */
  migrate(id: string, toVersion: string): Promise<MigrationReport>;
}

export function workflowsApi(runtime: Runtime): Workflows {
  const { store, workflows, compile } = runtime;
  return {
    migrationReport: (id, to) => migrateRuns(runtime, id, { to, isDry: true }),
    migrate: (id, to) => migrateRuns(runtime, id, { to, isDry: false }),
    save: async (definition, { dialect, start } = {}) =>
      workflows.save(definition, {
        ...(dialect === undefined ? {} : { dialect }),
        ...(start === undefined ? {} : { start }),
      }),
    validate: (definition, options = {}) => compile(definition, options).diagnostics,
    async get(id, version) {
      const record = await store.definitions.get(id, version);
      if (record !== undefined) return record;
      const details = version === undefined ? { workflow: id } : { workflow: id, version };
      throw new EngineError('WORKFLOW_NOT_FOUND', details);
    },
    list: async (filter = {}) => store.definitions.list(filter),
    async versions(id) {
      const versions = await store.definitions.versions(id);
      if (versions.length === 0) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
      return versions;
    },
  };
}
