// Schemas that a host gives in code
// What is none would check nothing, silently: it is refused when the engine is made, all of them at once, each with its place.
import { schemaComplaint } from '@skein/agents';
import { EngineError } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

export function checkSchemas(
  options: Pick<CreateEngineOptions, 'functions' | 'tools' | 'dataflow' | 'nodeTypes'>,
): void {
  const problems = [
    ...complaints(options.functions, 'functions', 'args', false),
    ...complaints(options.tools, 'tools', 'parameters', true),
    ...complaints(options.dataflow, 'dataflow', 'configSchema', false),
    ...complaints(options.nodeTypes, 'nodeTypes', 'configSchema', false),
  ];
  if (problems.length > 0)
    throw new EngineError('CONFIG_INVALID', { file: 'the options of the engine', problems });
}

type Registered = Readonly<Record<string, unknown>>;

function complaints(
  registered: Registered | undefined,
  option: string,
  key: string,
  isForModels: boolean,
): readonly string[] {
  return Object.entries(registered ?? {}).flatMap(([name, given]) => {
    // A plain function takes any arguments.
    if (typeof given !== 'object' || given === null) return [];
    // Any object has keys; what they hold is looked at.
    const { [key]: schema, jsonSchema: described } = given as Registered;
    if (schema === undefined) return [];
    const complaint = schemaComplaint(schema, { described, isForModels });
    return complaint === null ? [] : [`${option}.${name}.${key} ${complaint}`];
  });
}
