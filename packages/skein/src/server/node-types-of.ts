import { listedKind } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import type { ComposedWorkflows } from '../parts/compose-workflows.ts';

/** What workflows can be made of, described. */
export function nodeTypesOf({
  nodeTypes,
  ownTypes,
  innerTypes,
}: Pick<ComposedWorkflows, 'nodeTypes' | 'ownTypes' | 'innerTypes'>): readonly JsonObject[] {
  const listed = [...nodeTypes].filter(([type]) => !innerTypes.has(type));
  return listed.map(([type, described]) => ({
    ...describeType(type, described),
    isOwn: ownTypes.has(type),
  }));
}

function describeType(
  type: string,
  { kind, name, description, configSchema }: NodeType,
): JsonObject {
  const { mode, ports, required } = kind;
  return {
    type,
    name: name ?? type,
    description,
    mode,
    // Those of some types depend on the config of a node.
    ports: typeof ports === 'function' ? 'any' : ports,
    required: required ?? [],
    schema: configSchema ?? {},
    kind: listedKind(kind),
  };
}
