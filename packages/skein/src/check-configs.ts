// Configs of registered node types
// The dialects know the native node types only; a type that a user registered checks its configs itself.
import { isObject, pointer, type Diagnostic, type Workflow } from '@skein/kernel';
import type { CompiledDefinition } from '@skein/dialects';
import type { NodeType } from '@skein/ports';

export function checkConfigs(
  compiled: CompiledDefinition,
  nodeTypes: ReadonlyMap<string, NodeType>,
): CompiledDefinition {
  if (nodeTypes.size === 0 || compiled.workflow === null) return compiled;
  const found = checkWorkflow(compiled.workflow, nodeTypes, '');
  if (found.length === 0) return compiled;
  return { ...compiled, graph: null, diagnostics: [...compiled.diagnostics, ...found] };
}

/** Recursion is safe: a compiled definition is at most 200 levels deep. */
function checkWorkflow(
  { nodes }: Workflow,
  nodeTypes: ReadonlyMap<string, NodeType>,
  prefix: string,
): readonly Diagnostic[] {
  return nodes.flatMap(({ type, config = {} }, i) => {
    const place = `${prefix}${pointer('nodes', i, 'config')}`;
    const problems = nodeTypes.get(type)?.checkConfig?.(config) ?? [];
    const own = problems.map(({ path, message, hint }): Diagnostic => {
      const at = `${place}${pointer(...path)}`;
      return { code: 'BAD_CONFIG', severity: 'error', pointer: at, message, hint };
    });
    const inner = type === 'map' || type === 'subworkflow' ? config['workflow'] : undefined;
    if (!isObject(inner)) return own;
    // The shape of inline workflows has been checked together with the outer one's.
    const workflow = inner as unknown as Workflow;
    return [...own, ...checkWorkflow(workflow, nodeTypes, `${place}/workflow`)];
  });
}
