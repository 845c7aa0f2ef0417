import type { GraphNode } from '../graph/graph.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Failure } from '../failure.ts';
import { unresolvedNames } from '../references/unresolved.ts';
import { resolveTemplate } from '../references/resolve-template.ts';
import type { Activation } from '../state/living.ts';
import { scopeOf, type ReadableRun } from './scope.ts';

export type CalledConfig =
  | { readonly ok: true; readonly config: JsonObject }
  | { readonly ok: false; readonly missing: readonly string[]; readonly failure?: Failure };

/**
 * The config of a node that another activation calls as a tool, read as if the input had come to it over an edge: the
 * input is `${previous}` and `${inputs.input}`, everything else is what the caller sees (SPEC K105).
 */
export function resolveCalledConfig(
  run: ReadableRun,
  called: { readonly caller: Activation; readonly node: GraphNode; readonly input: Json },
): CalledConfig {
  const { caller, node, input } = called;
  const { tag, context } = caller;
  const scope = scopeOf(run, { tag, context, inputs: { input }, previous: input });
  const resolved = resolveTemplate(node.config, scope);
  if (!resolved.ok) {
    const { failure } = resolved;
    const missing = unresolvedNames(resolved.missing, ({ text }) => text);
    return failure === undefined ? { ok: false, missing } : { ok: false, missing, failure };
  }
  return { ok: true, config: isObject(resolved.value) ? resolved.value : {} };
}
