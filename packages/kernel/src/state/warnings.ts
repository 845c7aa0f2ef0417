// Warnings: what people should know about a run that continues (SPEC K131).
import type { StepRecorded } from '../events.ts';
import type { RunWarning } from '../failure.ts';
import { isObject, ownValue } from '../json.ts';
import type { RunState } from './run-state.ts';

/** People read a few; a loop may record one each time. */
const warningsMax = 100;

/** A recorded step may carry a warning: `{ code, message }` under the key `warning` of its value. */
export function addWarning(
  { warnings }: Pick<RunState, 'warnings'>,
  { node, activation, value = null }: StepRecorded,
): void {
  const warning = isObject(value) ? (ownValue(value, 'warning') ?? null) : null;
  if (!isObject(warning) || warnings.length >= warningsMax) return;
  const code = ownValue(warning, 'code');
  const message = ownValue(warning, 'message');
  if (typeof code !== 'string' || typeof message !== 'string') return;
  warnings.push({ code, message, node, activation });
}

/** For views and snapshots, which have the key only where there are some. */
export function warningsOf({ warnings }: Pick<RunState, 'warnings'>): {
  readonly warnings?: readonly RunWarning[];
} {
  return warnings.length === 0 ? {} : { warnings: [...warnings] };
}
