import type { ActivationName } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import type { Json } from '../json.ts';
import { referencesOf } from '../references/references-of.ts';
import { resolveReference } from '../references/resolve-reference.ts';
import type { Reference } from '../references/template.ts';
import type { RunState } from '../state/run-state.ts';
import { scopeOf } from './scope.ts';

export interface ReferencedValue {
  readonly reference: Reference;
  /** Undefined: nothing has produced it yet. */
  readonly value: Json | undefined;
}

/**
 * What the settings of an activation refer to, each reference once, with its value at this moment; null when the activation is not
 * under way: what it could read then is no longer known.
 */
export function referencedValues(
  graph: Graph,
  state: RunState,
  { node, activation, at }: ActivationName & { readonly at: number },
): readonly ReferencedValue[] | null {
  const known = graph.nodeById.get(node);
  if (known === undefined) return null;
  const alive = state.nodes.get(known.index)?.alive.find(({ n }) => n === activation);
  if (alive === undefined) return null;
  const scope = scopeOf({ graph, state, event: { at } }, alive);
  const once = new Map(referencesOf(known.config).map((each) => [each.text, each]));
  return [...once.values()].map((reference) => ({
    reference,
    value: resolveReference(reference, scope),
  }));
}
