import type { Condition, Tried } from '../../conditions/condition.ts';
import { evaluateCondition } from '../../conditions/evaluate-condition.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { derive, type Batch } from '../batch/batch.ts';

/** A condition of a node (by its name) or of an edge (by its id); whoever watches sees what was compared. */
export function tryCondition(
  batch: Batch,
  activation: Activation,
  name: string,
  when: Condition,
  previous = activation.previous,
): boolean {
  const tried: Tried[] | undefined = batch.isWatched ? [] : undefined;
  const result = evaluateCondition(when, scopeOf(batch, activation, previous), tried);
  if (tried === undefined) return result;
  const { node, n } = activation;
  derive(batch, { type: 'condition.tried', node: node.id, activation: n, name, tried, result });
  return result;
}
