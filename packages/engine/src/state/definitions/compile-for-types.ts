import { definitionCompiler } from '@skein/dialects';
import type { NodeType } from '@skein/ports';
import type { Compile } from './compiled-workflow.ts';

/** Compiles definitions of any dialect for an engine with these node types, and lets them check their own configs. */
export function compileForTypes(nodeTypes: ReadonlyMap<string, NodeType>): Compile {
  return definitionCompiler({
    kinds: new Map([...nodeTypes].map(([type, { kind }]) => [type, kind])),
    // What the dialect cannot know: configs of registered types, and the syntax of code.
    checkConfig: (type, config) => nodeTypes.get(type)?.checkConfig?.(config) ?? [],
  });
}
