import type { DialectName } from '@skein/dialects';
import type { Json, PlainOr, VersionId, WorkflowId } from '@skein/kernel';
import type { SaveOptions } from '@skein/ports';
import type { CheckElsewhere } from './checked-definition.ts';
import type { CompiledWorkflow, ReadingOptions } from './compiled-workflow.ts';

/** How a definition is kept. */
export interface KeepOptions extends ReadingOptions, SaveOptions {
  /** The owner; ids are unique per user. */
  readonly user?: string;
  /** The id to keep it under, whatever the definition calls itself. */
  readonly id?: PlainOr<WorkflowId>;
  /** What an editor stores about it, such as its layout; not part of the version. */
  readonly studio?: Json;
  /**
   * Work in progress: also saved when it has errors, as long as it can be parsed. It cannot be started before they are
   * corrected. Needs an `id`.
   */
  readonly isDraft?: boolean;
  /**
   * Checks the definition elsewhere, which then must be JSON as it is. It is compiled when a run needs it. Default: compiled here.
   */
  readonly check?: CheckElsewhere;
}

export interface SavedWorkflow extends Pick<CompiledWorkflow, 'diagnostics'> {
  readonly id: WorkflowId;
  readonly version: VersionId;
  readonly dialect: DialectName;
  /** Grows with every change, layout included; what a later save names as `expected`. */
  readonly revision: number;
  /** When it was saved. */
  readonly savedAt: number;
  readonly name?: string;
}
