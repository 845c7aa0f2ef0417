// The value of a node of type `data`, computed where the config of other nodes is resolved: what its steps read may be missing, too.
import type { DataStep } from '../../data/compile-steps.ts';
import { runSteps } from '../../data/run-steps.ts';
import { isObject, ownValue } from '../../json.ts';
import { resolveTemplate, type Resolved } from '../../references/resolve-template.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { chargeSteps, derive, type Batch } from '../batch/batch.ts';

/** The config with the rows after the last step as its `value`. */
export function resolveRows(
  batch: Batch,
  activation: Activation,
  steps: readonly DataStep[],
): Resolved {
  const { node, n, previous } = activation;
  const scope = scopeOf(batch, activation);
  const resolved = resolveTemplate(node.config, scope);
  if (!resolved.ok) return resolved;
  const config = isObject(resolved.value) ? resolved.value : {};
  const given = node.kind.rows === undefined ? undefined : ownValue(config, node.kind.rows.from);
  const from = given === undefined ? (previous ?? null) : given;
  const result = runSteps(steps, { from, scope });
  const { counts, work } = result;
  chargeSteps(batch, work);
  if (batch.isWatched && counts.length > 0) {
    derive(batch, { type: 'steps.done', node: node.id, activation: n, counts });
  }
  return result.ok ? { ok: true, value: { value: result.rows } } : result;
}
