import { compileDefinition } from '@skein/dialects';
import { nativeKinds } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import type { Compile } from './compiled-workflow.ts';

/** Compiles definitions of any dialect for an engine with these node types, and lets them check their own configs. */
export function compileForTypes(nodeTypes: ReadonlyMap<string, NodeType>): Compile {
  const kinds = new Map([...nodeTypes].map(([type, { kind }]) => [type, kind]));
  return (definition, options) =>
    compileDefinition(definition, {
      kinds,
      // The dialect knows the configs of the native types, but not those of registered types.
      checkConfig: (type, config) =>
        nativeKinds.has(type) ? [] : (nodeTypes.get(type)?.checkConfig?.(config) ?? []),
      ...options,
    });
}
