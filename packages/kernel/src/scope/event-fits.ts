import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Json } from '../json.ts';
import type { Activation } from '../state/living.ts';
import { scopeOf, type ReadableRun } from './scope.ts';

/**
 * Whether an event's data fits the condition of the node that waits for it: the data is `${previous}`, everything else is
 * what the waiting activation sees (SPEC K110).
 */
export function eventFits(run: ReadableRun, waiting: Activation, data: Json): boolean {
  const condition = waiting.node.conditions.find(({ name }) => name === 'when');
  return condition === undefined || evaluateCondition(condition.when, scopeOf(run, waiting, data));
}
