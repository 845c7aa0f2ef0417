// A definition, checked
// What is left to know of a definition once it was compiled, without its graph: it is plain JSON, so it can be found out in another
// thread.
import {
  placedConfigs,
  scheduledInputs,
  writtenCall,
  type DialectName,
  type PlacedConfig,
  type ScheduledInput,
  type WrittenCall,
} from '@skein/dialects';
import type { Diagnostic, Graph, Json, VersionId } from '@skein/kernel';
import { withoutUndefined, type HostNeeds, type NodeType } from '@skein/ports';
import type { Compile, CompiledWorkflow, ReadingOptions } from './compiled-workflow.ts';
import { inputSchemas } from './input-schemas.ts';

export interface CheckedDefinition {
  /** Whether it has no error that a run would meet. */
  readonly isCompiled: boolean;
  readonly version: VersionId;
  readonly dialect: DialectName | null;
  readonly diagnostics: readonly Diagnostic[];
  /** As it calls itself; absent when it was not compiled. */
  readonly id?: string;
  readonly name?: string;
  /** The schema that an input must match; absent: any input is accepted. */
  readonly inputSchema?: Json;
  /** What its first nodes need of the host. */
  readonly needs: readonly PlacedNeeds[];
  /** What its own schedules give to its runs. */
  readonly schedules: readonly ScheduledInput[];
}

/** What a node needs of the host, each with its place in the definition. */
export interface PlacedNeeds {
  readonly node: string;
  readonly model?: { readonly name?: string; readonly pointer: string };
  readonly tools: readonly { readonly name: string; readonly pointer: string }[];
  readonly secrets: readonly { readonly name: string; readonly pointer: string }[];
  /** What it calls, with the place of the arguments. */
  readonly call?: Omit<WrittenCall, 'key'> & { readonly type: string; readonly pointer: string };
  /** The place of the config. */
  readonly pointer: string;
}

/**
 * Checks a definition elsewhere; undefined for one that is to be checked here. What it finds out is what `checkDefinition` would.
 */
export type CheckElsewhere = (
  definition: unknown,
  reading: ReadingOptions,
) => Promise<CheckedDefinition> | undefined;

/** What a definition needs the engine's compiler and its node types for. */
export interface CheckingParts {
  readonly compile: Compile;
  readonly nodeTypes: ReadonlyMap<string, Pick<NodeType, 'needs'>>;
}

export function checkDefinition(
  { compile, nodeTypes }: CheckingParts,
  definition: unknown,
  reading: ReadingOptions,
): CheckedDefinition {
  const compiled = compile(definition, reading);
  const { graph, ...checked } = compiledHere(compiled);
  const inputSchema = graph === null ? undefined : inputSchemaOf(graph);
  const needs = needsOf(nodeTypes, compiled);
  const { workflow = null, dialect = 'native' } = compiled;
  const isNative = graph !== null && workflow !== null && dialect === 'native';
  const schedules = isNative ? scheduledInputs(workflow) : [];
  return { ...checked, needs, schedules, ...withoutUndefined({ inputSchema }) };
}

/** What a save needs to know of a definition; with its graph if it was compiled here. */
export type CheckedWorkflow = Pick<
  CheckedDefinition,
  'isCompiled' | 'version' | 'dialect' | 'diagnostics' | 'id' | 'name'
> & { readonly graph?: Graph | null };

export function compiledHere(
  compiled: CompiledWorkflow,
): CheckedWorkflow & { readonly graph: Graph | null } {
  const { graph, version, dialect = 'native', diagnostics } = compiled;
  const { id, name } = graph?.workflow ?? {};
  return {
    isCompiled: graph !== null,
    graph,
    version,
    dialect,
    diagnostics,
    ...withoutUndefined({ id, name }),
  };
}

/** All schemas that an input must match, as one; undefined when it may be anything. */
export function inputSchemaOf(graph: Parameters<typeof inputSchemas>[0]): Json | undefined {
  const schemas = inputSchemas(graph);
  return schemas.length > 1 ? { allOf: schemas } : schemas[0];
}

/** Warnings about more nodes than that are not shown. */
const nodesMax = 1000;

function needsOf(
  nodeTypes: CheckingParts['nodeTypes'],
  { graph, workflow = null, dialect = 'native', placeOf }: CompiledWorkflow,
): readonly PlacedNeeds[] {
  if (graph === null || workflow === null) return [];
  const found: PlacedNeeds[] = [];
  for (const placed of placedConfigs({ workflow, dialect, placeOf })) {
    if (found.length >= nodesMax) break;
    const needs = nodeTypes.get(placed.type)?.needs?.(placed.config, workflow);
    const call = writtenCall(placed.calling);
    if (needs === undefined && call === undefined) continue;
    const { model, tools: all = [], secrets = [] } = needs ?? {};
    // What the definition brings along, nobody needs to have.
    const tools = all.filter(({ name }) => !Object.hasOwn(workflow.tools ?? {}, name));
    const placedNames = (names: NonNullable<HostNeeds['tools']>) =>
      names.map(({ name, path }) => ({ name, pointer: placed.placeOf(path) }));
    found.push({
      node: placed.node,
      ...withoutUndefined({
        model: model && placedModel(model, placed.placeOf),
        call: call && placedCall(call, placed),
      }),
      tools: placedNames(tools),
      secrets: placedNames(secrets),
      pointer: placed.placeOf([]),
    });
  }
  return found;
}

function placedCall(
  { key, ...call }: WrittenCall,
  { type, placeOf }: PlacedConfig,
): PlacedNeeds['call'] {
  return { ...call, type, pointer: placeOf([key]) };
}

function placedModel(
  { name, path }: NonNullable<HostNeeds['model']>,
  placeOf: (path: readonly (string | number)[]) => string,
): PlacedNeeds['model'] {
  return { ...withoutUndefined({ name }), pointer: placeOf(path) };
}
