// The semantics of this dialect as native policies.
import { isObject, ownValue, setOwn, type Json, type Policy } from '@skein/kernel';

export const ITERATIONS = 'maxIterations';
const iterationsMax = 100;

/** Steps one by one in passes; failures and missing data stop a branch, a question stops the run. */
export const sessionPolicy = {
  schedule: 'superstep',
  maxPasses: iterationsMax,
  limitNames: { maxPasses: ITERATIONS },
  countsFrom: 'answer',
  concurrency: 1,
  whileWaiting: 'hold',
  onError: 'continue',
  onUnresolved: 'pend',
  onceFailed: 'skip',
  inputIs: 'message',
} as const satisfies Policy;

/** Native keys replace what the dialect says; `maxIterations` is its name for the number of passes. */
export function compilePolicy(written: Json | undefined): Policy {
  const policy: { [key: string]: Json } = { ...sessionPolicy };
  const given = isObject(written) ? written : {};
  for (const [key, value] of Object.entries(given)) {
    if (key !== ITERATIONS) setOwn(policy, key, value);
  }
  const iterations = ownValue(given, ITERATIONS);
  if (iterations !== undefined) policy['maxPasses'] = iterations;
  else if (Object.hasOwn(given, 'maxPasses') && !Object.hasOwn(given, 'limitNames')) {
    delete policy['limitNames'];
  }
  // Its shape has been checked.
  return policy as Policy;
}
