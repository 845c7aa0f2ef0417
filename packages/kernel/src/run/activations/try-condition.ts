import { ConditionFailure } from '../../conditions/condition-failure.ts';
import type { Condition, Tried } from '../../conditions/condition.ts';
import { evaluateCondition } from '../../conditions/evaluate-condition.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { derive, yieldIfWorkedOut, type Batch } from '../batch/batch.ts';

/**
 * A condition of a node (by its name) or of an edge (by its id); whoever watches sees what was compared. Throws a
 * ConditionFailure.
 */
export function tryCondition(
  batch: Batch,
  activation: Activation,
  name: string,
  when: Condition,
  previous = activation.previous,
): boolean {
  const tried: Tried[] | undefined = batch.isWatched ? [] : undefined;
  const { id: node } = activation.node;
  const type = 'condition.tried';
  try {
    const result = evaluateCondition(when, scopeOf(batch, activation, previous), tried);
    if (tried !== undefined)
      derive(batch, { type, node, activation: activation.n, name, tried, result });
    return result;
  } catch (error) {
    if (error instanceof ConditionFailure && tried !== undefined) {
      const { failure } = error;
      const activated = activation.n;
      derive(batch, { type, node, activation: activated, name, tried, result: false, failure });
    }
    throw error;
  } finally {
    yieldIfWorkedOut(batch);
  }
}
