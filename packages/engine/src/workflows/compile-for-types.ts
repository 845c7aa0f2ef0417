import { compileDefinition } from '@skein/dialects';
import { nativeKinds, pointer, type Diagnostic, type Workflow } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import type { Compile } from '../engine-options.ts';

/** Compiles definitions of any dialect for an engine with these node types, and lets them check their own configs. */
export function compileForTypes(nodeTypes: ReadonlyMap<string, NodeType>): Compile {
  const kinds = new Map([...nodeTypes].map(([type, { kind }]) => [type, kind]));
  return (definition, options) => {
    const compiled = compileDefinition(definition, { kinds, ...options });
    if (compiled.dialect !== 'native' || compiled.workflow === null) return compiled;
    const complaints = checkConfigs(compiled.workflow, nodeTypes);
    if (complaints.length === 0) return compiled;
    return { ...compiled, graph: null, diagnostics: [...compiled.diagnostics, ...complaints] };
  };
}

/** The dialect knows the configs of the native types, but not those of types that users have registered. */
function checkConfigs(
  { nodes }: Workflow,
  nodeTypes: ReadonlyMap<string, NodeType>,
): readonly Diagnostic[] {
  return nodes.flatMap(({ type, config = {} }, i) => {
    const problems = nativeKinds.has(type)
      ? []
      : (nodeTypes.get(type)?.checkConfig?.(config) ?? []);
    return problems.map(({ path, message, hint }) => ({
      code: 'BAD_CONFIG',
      severity: 'error' as const,
      pointer: pointer('nodes', i, 'config', ...path),
      message,
      hint,
    }));
  });
}
