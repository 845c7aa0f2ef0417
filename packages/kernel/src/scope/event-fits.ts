import { ConditionFailure } from '../conditions/condition-failure.ts';
import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import type { Activation } from '../state/living.ts';
import { scopeOf, type ReadableRun } from './scope.ts';

/**
 * Whether an event's data fits the condition of the node that waits for it: the data is `${previous}`, everything else is
 * what the waiting activation sees (SPEC K110). The failure if that cannot be computed: never false, because an event that
 * everybody waits for would then be passed over, and nobody would see why (SPEC K705).
 */
export function eventFits(run: ReadableRun, waiting: Activation, data: Json): boolean | Failure {
  const condition = waiting.node.conditions.find(({ name }) => name === 'when');
  if (condition === undefined) return true;
  try {
    return evaluateCondition(condition.when, scopeOf(run, waiting, data));
  } catch (error) {
    if (error instanceof ConditionFailure) return error.failure;
    throw error;
  }
}
