import type { StepRecorded } from '../events.ts';
import { isObject, ownValue } from '../json.ts';
import type { RunState } from './run-state.ts';

/** People read a few; a loop may record one each time. */
const warningsMax = 100;

/** A recorded step may carry a warning: `{ code, message }` under the key `warning` of its value. */
export function addWarning(
  { warnings }: Pick<RunState, 'warnings'>,
  { node, activation, value = null }: StepRecorded,
): void {
  const warning = isObject(value) ? ownValue(value, 'warning') : undefined;
  if (!isObject(warning ?? null) || warnings.length >= warningsMax) return;
  const { code, message } = warning as { readonly [key: string]: unknown };
  if (typeof code !== 'string' || typeof message !== 'string') return;
  warnings.push({ code, message, node, activation });
}
