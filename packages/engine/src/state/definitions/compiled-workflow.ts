import type { DialectName } from '@skein/dialects';
import type { Diagnostic, Graph, LongWork, NodeId, VersionId, Workflow } from '@skein/kernel';
import type { Awaitable } from '@skein/ports';

export interface Compile {
  (definition: unknown, options: ReadingOptions): CompiledWorkflow;
  /** The same, which others may interrupt; absent: at once, however large the definition is. */
  readonly inParts?: (definition: unknown, options: ReadingOptions) => LongWork<CompiledWorkflow>;
}

/** How a definition is to be read. */
export interface ReadingOptions {
  /** The node that the run is to begin with. */
  readonly start?: NodeId;
  /** Default: detected by shape. */
  readonly dialect?: string;
  /** It was saved before, and runs use it: faults that only its author can mend do not stop them. */
  readonly isStored?: boolean;
  /** A run of it is only to be read, which takes none of the code that it would be driven with. */
  readonly isRead?: boolean;
  /** Its version, where that is known. */
  readonly version?: string;
}

/** Resolves the references of a definition to the store. */
export type Complete = (
  definition: unknown,
  about: { readonly dialect?: string; readonly user?: string },
) => Awaitable<CompleteDefinition>;

export interface CompleteDefinition {
  /**
   * What it refers to is part of it, so it does not change for the runs of its version. The same object when nothing was
   * found.
   */
  readonly definition: unknown;
  /** It refers to nothing, found or not: the next run would get the same. */
  readonly isFixed: boolean;
}

export interface CompiledWorkflow {
  /** Null when there is an error among the diagnostics. */
  readonly graph: Graph | null;
  /** In native form, for those who look into it; null when it is too broken. */
  readonly workflow?: Workflow | null;
  /** Where in the definition a node of the native form comes from. */
  readonly placeOf?: (node: string, path?: readonly (string | number)[]) => string | undefined;
  /** The content hash of the definition. */
  readonly version: VersionId;
  /** Default: native. */
  readonly dialect?: DialectName | null;
  readonly diagnostics: readonly Diagnostic[];
}
