import { compileDefinition, type DefinitionOptions } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';

/** The schema of what a run of this definition starts with, as the engine reads it; null: anything. Undefined if it has errors. */
export function draftInput(
  definition: JsonObject,
  options: DefinitionOptions,
): JsonObject | null | undefined {
  const { graph } = compileDefinition(definition, options);
  if (graph === null) return undefined;
  const schemas = graph.entries.flatMap(({ kind, constantConfig }) => {
    const schema = kind.mode === 'start' ? constantConfig?.['schema'] : undefined;
    return schema === undefined || schema === null ? [] : [schema];
  });
  const [only, ...others] = schemas;
  const all = others.length > 0 ? { allOf: schemas } : only;
  return all !== undefined && isObject(all) ? all : null;
}
