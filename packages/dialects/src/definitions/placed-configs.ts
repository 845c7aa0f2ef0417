// The configs of a workflow with their places
// Hosts look into configs for what the dialect cannot know. In a native definition a place is in the config; in another one it is
// what the node was compiled from, where the dialect can tell.
import { pointer, type JsonObject, type Workflow } from '@skein/kernel';
import type { CompiledDefinition } from './compiled-definition.ts';
import { inlineWorkflow } from '../dialect/inline-workflow.ts';
import type { CallingNode } from './written-call.ts';

export interface PlacedConfig {
  /** The node of the outermost workflow. */
  readonly node: string;
  readonly type: string;
  readonly config: JsonObject;
  /** The node itself, where it may be one of an inline workflow. */
  readonly calling: CallingNode;
  /** Pointer into the definition as it was written, from a path inside the config. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
}

export interface Placing extends Pick<CompiledDefinition, 'workflow' | 'dialect'> {
  readonly placeOf?: CompiledDefinition['placeOf'] | undefined;
}

/** Of all nodes, those of inline workflows included. */
export function placedConfigs({ workflow, dialect, placeOf }: Placing): readonly PlacedConfig[] {
  if (workflow === null) return [];
  return configsIn(workflow, '', workflow.tools ?? {}).map(({ at, ...found }) => ({
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
function configsIn(workflow: Workflow, prefix: string, tools: JsonObject): readonly FoundConfig[] {
  return workflow.nodes.flatMap((own, i) => {
    const { id: node, type, config = {} } = own;
    const at = `${prefix}${pointer('nodes', i, 'config')}`;
    const found = { node, type, config, calling: { node: own, workflow, tools }, at };
    const inner = inlineWorkflow(type, config);
    if (inner === undefined) return [found];
    // The shape of inline workflows has been checked together with the outer one's.
    const below = configsIn(inner as unknown as Workflow, `${at}/workflow`, tools);
    return [found, ...below.map((each) => ({ ...each, node }))];
  });
}
