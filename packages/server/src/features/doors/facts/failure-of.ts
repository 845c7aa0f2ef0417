import type { Ending } from './fact.ts';

/** Why a run has given nothing; null when it has, or goes on. */
export function failureOf(
  ending: Ending,
): { readonly message: string; readonly code: string } | null {
  if (ending.type === 'paused') return null;
  const { status, error } = ending;
  if (status === 'completed' || status === 'stopped') return null;
  return error ?? { message: `The run is ${status}.`, code: 'CANCELLED' };
}
