// The configs of a workflow with their places
// Hosts look into configs for what the dialect cannot know. In a native definition a place is in the config; in another one it is
// what the node was compiled from, where the dialect can tell.
import { pointer, type JsonObject, type Workflow } from '@skein/kernel';
import type { CompiledDefinition } from './compiled-definition.ts';
import { inlineWorkflow } from '../dialect/inline-workflow.ts';

export interface PlacedConfig {
  /** The node of the outermost workflow. */
  readonly node: string;
  readonly type: string;
  readonly config: JsonObject;
  /** Pointer into the definition as it was written, from a path inside the config. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
}

export interface Placing extends Pick<CompiledDefinition, 'workflow' | 'dialect'> {
  readonly placeOf?: CompiledDefinition['placeOf'] | undefined;
}

/** Of all nodes, those of inline workflows included. */
export function placedConfigs({ workflow, dialect, placeOf }: Placing): readonly PlacedConfig[] {
  if (workflow === null) return [];
  return configsIn(workflow, '').map(({ at, ...found }) => ({
    ...found,
    placeOf: (path) =>
      dialect === 'native' ? `${at}${pointer(...path)}` : (placeOf?.(found.node, path) ?? ''),
  }));
}

interface FoundConfig extends Omit<PlacedConfig, 'placeOf'> {
  /** Pointer to the config in native form. */
  readonly at: string;
}

/** Recursion is safe: a compiled definition is at most 200 levels deep. */
function configsIn({ nodes }: Workflow, prefix: string): readonly FoundConfig[] {
  return nodes.flatMap(({ id: node, type, config = {} }, i) => {
    const at = `${prefix}${pointer('nodes', i, 'config')}`;
    const own = { node, type, config, at };
    const inner = inlineWorkflow(type, config);
    if (inner === undefined) return [own];
    // The shape of inline workflows has been checked together with the outer one's.
    const below = configsIn(inner as unknown as Workflow, `${at}/workflow`);
    return [own, ...below.map((found) => ({ ...found, node }))];
  });
}
