// Compiled versions
// Versions of definitions as graphs, the ones that were used last. A version never changes, so no entry goes stale.
import type { DialectName } from '@skein/dialects';
import type { Diagnostic, Graph, NodeId, VersionId, WorkflowId } from '@skein/kernel';
import { EngineError, withoutUndefined, type Awaitable, type DefinitionRecord } from '@skein/ports';
import { andThen } from '../values/and-then.ts';
import { compileInTurns } from './compile-in-turns.ts';
import type { Compile, CompiledWorkflow } from './compiled-workflow.ts';

export interface KnownWorkflow {
  readonly id: WorkflowId;
  readonly version: VersionId;
  readonly graph: Graph;
  readonly dialect: DialectName;
  /** The node to start at, when the caller named one. */
  readonly start?: NodeId;
  /** The owner of the definition; absent: nobody, so everybody may use it. */
  readonly user?: string;
  /** It refers to nothing that is stored elsewhere. */
  readonly isFixed?: true;
  /** Absent: none. */
  readonly warnings?: readonly Diagnostic[];
}

interface CompiledName {
  readonly id: WorkflowId;
  readonly version: VersionId;
  readonly start?: NodeId | undefined;
  readonly user?: string | undefined;
}

interface CompileRecordOptions {
  readonly start: string | undefined;
  readonly isFixed: boolean;
}

const compiledMax = 200;

export class CompiledVersions {
  readonly #compile: Compile;
  readonly #isRead: boolean;
  /** The newest last. */
  readonly #compiled = new Map<string, KnownWorkflow>();
  /** What is being compiled in slices: a hundred starts of one version compile it once. */
  readonly #underWay = new Map<string, Promise<KnownWorkflow>>();

  /** `isRead`: for runs that are only read. */
  constructor(compile: Compile, { isRead = false }: { readonly isRead?: boolean } = {}) {
    this.#compile = compile;
    this.#isRead = isRead;
  }

  recall(name: CompiledName): KnownWorkflow | undefined {
    return this.#compiled.get(keyOf(name));
  }

  remember(known: KnownWorkflow): void {
    const key = keyOf(known);
    this.#compiled.delete(key);
    this.#compiled.set(key, known);
    if (this.#compiled.size <= compiledMax) return;
    const oldest = this.#compiled.keys().next();
    if (oldest.done !== true) this.#compiled.delete(oldest.value);
  }

  compile(record: DefinitionRecord, options: CompileRecordOptions): Awaitable<KnownWorkflow> {
    const { id, version, user } = record;
    const key = `${options.isFixed}${keyOf({ id, version, user, start: options.start })}`;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    const reading = {
      ...withoutUndefined({ start: options.start }),
      dialect: record.dialect,
      isStored: true,
      isRead: this.#isRead,
      version,
    };
    const compiled = compileInTurns(this.#compile, record.definition, reading);
    const known = andThen(compiled, (found) => this.#keep(record, options, found));
    if (known instanceof Promise) {
      const shared = known.finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, shared);
      return shared;
    }
    return known;
  }

  #keep(
    { id, version, user }: DefinitionRecord,
    { start, isFixed }: CompileRecordOptions,
    { graph, diagnostics, dialect }: CompiledWorkflow,
  ): KnownWorkflow {
    if (graph === null) throw new EngineError('WORKFLOW_INVALID', { diagnostics });
    const found = { id, version, graph, dialect: dialect ?? 'native', ...warningsIn(diagnostics) };
    const named = { ...found, ...withoutUndefined({ user, start }) };
    const known: KnownWorkflow = isFixed ? { ...named, isFixed } : named;
    this.remember(known);
    return known;
  }
}

export function warningsIn(diagnostics: readonly Diagnostic[]): Pick<KnownWorkflow, 'warnings'> {
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  return warnings.length === 0 ? {} : { warnings };
}

function keyOf({ id, version, start, user }: CompiledName): string {
  return JSON.stringify([id, version, start ?? null, user ?? null]);
}
