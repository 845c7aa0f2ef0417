import type { Json } from '@skein/kernel';
import type { StepDecision } from './node-type.ts';

/** The result that a person knows of an effect with an unknown outcome; given up, it fails, and no attempt repeats it. */
export function decidedResult(decision: StepDecision): Json {
  if ('result' in decision) return decision.result;
  const unknown = { code: 'OUTCOME_UNKNOWN', retry: 'never' };
  throw Object.assign(new Error(decision.error), unknown);
}
