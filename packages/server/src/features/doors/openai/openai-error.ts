// Errors in the form that clients of OpenAI read.
import type { JsonObject } from '@skein/api';
import type { Ending } from '../facts/fact.ts';
import { failureOf } from '../facts/failure-of.ts';

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

export function errorType(status: number): string {
  return types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

/** A run that failed is no fault of the request, and asking again would start another one: clients do not repeat a 422. */
export const failedStatus = 422;

export function failedRun(ending: Ending): JsonObject | null {
  const failure = failureOf(ending);
  return failure === null ? null : { ...failure, type: 'run_failed', param: null };
}
