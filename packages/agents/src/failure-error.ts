import type { Failure } from '@skein/kernel';

/** Every code that the functions and models of this room fail with; each has a page in docs/errors. */
export const failureCodes = [
  'BAD_CONFIG',
  'FUNCTION_ARGS_INVALID',
  'FUNCTION_NOT_FOUND',
  'FUNCTION_PORT_UNKNOWN',
  'MODEL_CALL_FAILED',
  'MODEL_OUTPUT_INVALID',
  'MODEL_SCRIPT_EMPTY',
  'TEST_FAILED',
] as const;

/** An error that carries its failure as data: the engine journals `failure`, not the error. */
export interface FailureError extends Error {
  readonly failure: Failure;
}

export function failureError(
  failure: Failure & { readonly code: (typeof failureCodes)[number] },
  cause?: unknown,
): FailureError {
  const error = new Error(failure.message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { failure });
}
