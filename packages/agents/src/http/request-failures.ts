// Why a request came to nothing, as a failure.
import type { JsonObject } from '@skein/kernel';
import { networkTrouble } from '@skein/ports';
import { failureError, failureIn } from '../failure-error.ts';

/** Travels through the socket's error event, where only an error can. */
export class GuardError extends Error {
  /** The operator could open it. */
  readonly isClosed: boolean;

  constructor(message: string, isClosed = false) {
    super(message);
    this.isClosed = isClosed;
  }
}

/** Without the address: what leads to an inner one may have come from outside. */
export const hintToAllow =
  'If it is a service of yours, name its host and port under "http": { "allow": [ … ] } in the configuration.';

export function asFailure(url: URL, error: unknown): unknown {
  return failureIn(error) === undefined && error instanceof Error ? failureOf(url, error) : error;
}

function failureOf(url: URL, error: Error): Error {
  if (error instanceof GuardError) {
    return refused(url, error.message, error.isClosed ? hintToAllow : undefined);
  }
  const trouble = networkTrouble(error, url.hostname);
  if (trouble === null) return failed(url.href, error.message, error);
  const { says, hint, reason } = trouble;
  return failed(url.href, says, error, { hint, reason });
}

/** Without the path: what follows the host may be a secret. */
function originOf(url: URL | null): string {
  return url === null ? '' : ` to ${url.origin}`;
}

export function refused(url: URL | null, why: string, hint?: string): Error {
  const failure = {
    code: 'HTTP_REFUSED',
    message: `The request${originOf(url)} was refused: ${why}.`,
    retry: 'never',
  } as const;
  return failureError(hint === undefined ? failure : { ...failure, data: { hint } });
}

export function failed(written: string, why: string, cause?: unknown, data?: JsonObject): Error {
  const url = URL.canParse(written) ? new URL(written) : null;
  const failure = {
    code: 'HTTP_FAILED',
    message: `The request${originOf(url)} failed: ${why}.`,
    retry: 'later',
  } as const;
  return failureError(data === undefined ? failure : { ...failure, data }, cause);
}
