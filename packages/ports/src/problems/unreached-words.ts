import { networkTrouble } from './network-trouble.ts';

/**
 * Why a service could not be reached, in sentences that call it so and do not say where it is: whoever reads them may not be the
 * operator who set it up.
 */
export function unreachedWords(called: string, error: unknown): string {
  if (isTimeout(error)) return `${upper(called)} did not answer in time.`;
  const trouble = networkTrouble(error, { called });
  if (trouble === null) return `${upper(called)} could not be reached.`;
  return `${upper(trouble.says)}. ${trouble.hint}`;
}

/** Somebody who waits no longer says so by the name of the error. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function upper(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
