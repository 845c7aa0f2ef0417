// Dialects
// A definition format with its own semantics and its own view of a run. Each is one folder of this room and one value of this
// type; nothing outside the folder knows what the format looks like.
//
// D1. `compile` reports all problems at once and never throws, whatever its input.
// D2. `detect` only reads the top level of a definition, so trying all dialects in turn costs nothing.
import type {
  ActivationName,
  Diagnostic,
  Graph,
  Json,
  JsonObject,
  LongWork,
  NodeKind,
  PortName,
  RunEvent,
  RunState,
  Workflow,
} from '@skein/kernel';

import type { KnownTools } from './known-tools.ts';
import type { Projection } from './projection.ts';
import type { StoredAgent } from './stored-agent.ts';
import type { ReadTrigger } from './trigger-settings.ts';
import type { DialectName } from './dialect-name.ts';

export interface Dialect {
  readonly name: DialectName;
  /**
   * The node types that this dialect adds to the native ones, called `<dialect>.<type>`. What they do is in the room of the
   * agents, under the same names.
   */
  readonly kinds: readonly NodeKind[];
  /** Whether a definition has the shape of this dialect. */
  readonly detect: (definition: JsonObject) => boolean;
  /** JSON schema of a definition, for editors and forms. */
  readonly schema: () => JsonObject;
  /** All problems of a definition; the same list that `compile` gives. */
  readonly diagnose: (definition: unknown, options?: CompileOptions) => readonly Diagnostic[];
  readonly compile: (definition: unknown, options?: CompileOptions) => Compiled;
  /** The same, which others may interrupt. */
  readonly compileInParts: (definition: unknown, options?: CompileOptions) => LongWork<Compiled>;
  /** The reverse of compiling: a native workflow in this dialect. */
  readonly export: (workflow: Workflow) => Exported;
  /** A run in this dialect's shape, whatever dialect its workflow was written in. */
  readonly view: (run: ViewedRun) => JsonObject;
  /** What its definitions call a port of a compiled node, where that is not the name of the port. */
  readonly portName?: PortName;
  /** Rows about its runs, where its original design has tables for them. */
  readonly projection?: Projection;
  /** What starts runs of the workflow with this id, where its definition says it; null: it is kept apart from the definition. */
  readonly triggers?: (definition: Json, workflow: string) => readonly ReadTrigger[] | null;
}

export interface CompileOptions {
  /**
   * Every node type that a run may use, the native ones included. Default: the native ones, and for `compileDefinition` those
   * of all dialects.
   */
  readonly kinds?: ReadonlyMap<string, NodeKind>;
  /** The node that a run is to begin with, instead of the definition's own entry. */
  readonly start?: string;
  /** Names of the registered functions; with them, a function that no one registered is warned about. */
  readonly functions?: ReadonlySet<string>;
  /** With them, a tool that no one registered is warned about, where a definition names tools. */
  readonly tools?: KnownTools;
  /** Agents that were stored before, by id, for definitions that only name theirs. */
  readonly agents?: ReadonlyMap<string, StoredAgent>;
  /** It was saved before, and runs go on with it: what only whoever writes it should know is no error. */
  readonly isStored?: boolean;
  /** Its version, where that is known: the hash of megabytes is not computed again. */
  readonly version?: string;
}

export interface Compiled {
  /** The definition in native form; null when its shape is broken. */
  readonly workflow: Workflow | null;
  /** Null when there is an error. */
  readonly graph: Graph | null;
  /** `sha256:…` of the definition; empty when it is not JSON, or too deep or large to be read. */
  readonly version: string;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Where in the definition a node of the compiled form comes from, as a pointer; undefined for nodes that compiling added.
   * With a path inside the node's config more exactly, where the dialect can tell. Not for native, whose compiled form is the
   * definition.
   */
  readonly placeOf?: (node: string, path?: readonly (string | number)[]) => string | undefined;
  /** Nodes that their types can check although errors were found elsewhere, so that everything is reported at once. */
  readonly checkable?: readonly CheckableNode[];
}

export interface CheckableNode {
  readonly id: string;
  readonly type: string;
  readonly config: JsonObject;
  /** Where in the definition a place of its config comes from, as a pointer. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
}

export interface Exported {
  readonly definition: Json;
  /** What the dialect cannot express, as warnings that point into the native workflow. */
  readonly losses: readonly Diagnostic[];
}

export interface ViewedRun {
  readonly graph: Graph;
  readonly state: RunState;
  /** That of the workflow's definition. */
  readonly dialect: DialectName;
  /** Everything that happened, in order; for what a state does not keep. */
  readonly journal: readonly RunEvent[];
  /** The calls that wait for a slot of the engine, as far as the caller knows. */
  readonly queued?: readonly ActivationName[];
}
