import type { EventBase, QuietPeriod } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import type { WorkflowId } from '../ids.ts';
import type { Json } from '../json.ts';
import { resolveTemplate } from '../references/resolve-template.ts';
import { textOf } from '../references/text-of.ts';
import { unresolvedNames } from '../references/unresolved.ts';
import { scopeOf } from '../scope/scope.ts';
import { MAIN_CONTEXT } from '../state/contexts.ts';
import { createRun } from '../state/run-state.ts';

export interface AskedStart extends Pick<EventBase, 'at' | 'dates'> {
  readonly workflow: WorkflowId;
  readonly input: Json | undefined;
}

/** How long a run with this input waits for further starts, and for which; null when it begins at once (SPEC K600). */
export function quietPeriod(
  graph: Graph,
  { workflow, input, ...event }: AskedStart,
): QuietPeriod | { readonly complaint: string } | null {
  const { debounce } = graph;
  if (debounce === null) return null;
  const { key, quietMs: ms, maxMs } = debounce;
  const state = createRun();
  state.origin = { ...state.origin, input };
  const viewer = { tag: state.tags.root, inputs: {}, previous: input, context: MAIN_CONTEXT };
  const resolved =
    key === null ? null : resolveTemplate(key, scopeOf({ graph, state, event }, viewer));
  if (resolved !== null && !resolved.ok) {
    const { missing, failure } = resolved;
    const names = unresolvedNames(missing, graph.sayReference).join(', ');
    const lack = `it needs ${names}, which the input does not have`;
    return { complaint: failure === undefined ? lack : failure.message.replace(/\.$/, '') };
  }
  const period = { key: resolved === null ? workflow : textOf(resolved.value), ms };
  return maxMs === null ? period : { ...period, maxMs };
}
