// Ceilings of computed values
// What a definition says literally is compared when it is compiled. What a template computes is compared here, with the ceilings that
// the journal of the run has: an operator who changes them later must not change how it is rebuilt.
import type { Failure } from '../../failure.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Activation } from '../../state/living.ts';
import type { Batch } from '../batch/batch.ts';
import { delayEnd } from '../waits/delay-end.ts';

/** Why the activation may not begin with its resolved config; null when it may. */
export function aboveCeiling(
  { state, event }: Batch,
  { node, config }: Activation,
): Failure | null {
  const { ceilings } = state.origin;
  if (ceilings === null) return null;
  // Resolved before an activation begins.
  const { concurrency, deadlineMs, ms, until } = config as JsonObject;
  const { durationMs, mapConcurrency } = ceilings;
  switch (node.kind.mode) {
    case 'map':
      return failureAbove(
        'mapConcurrency',
        { key: 'concurrency', value: concurrency },
        mapConcurrency,
      );
    case 'wait':
      return failureAbove('durationMs', { key: 'deadlineMs', value: deadlineMs }, durationMs);
    case 'delay': {
      const end = delayEnd(event.at, ms, until);
      const value = end === null ? undefined : end - event.at;
      return failureAbove(
        'durationMs',
        { key: ms === undefined ? 'until' : 'ms', value },
        durationMs,
      );
    }
    case 'start':
    case 'transform':
    case 'if':
    case 'switch':
    case 'join':
    case 'set':
    case 'partition':
    case 'respond':
    case 'fail':
    case 'stop':
    case 'end':
    case 'emit':
    case 'subworkflow':
    case 'execute':
      return null;
  }
}

function failureAbove(
  limit: string,
  { key, value }: { readonly key: string; readonly value: Json | undefined },
  max: number,
): Failure | null {
  if (typeof value !== 'number' || value <= max) return null;
  return {
    code: 'ABOVE_CEILING',
    message: `"${key}" is ${value}, which is more than the ceiling ${limit} of this engine, ${max}.`,
    retry: 'never',
    data: { limit, max },
  };
}
