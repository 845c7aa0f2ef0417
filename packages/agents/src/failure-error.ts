import type { Failure } from '@skein/kernel';

/** Every failure code of the functions and models of this room; each has a page in docs/errors. */
export const failureCodes = [
  'AGENT_TURNS_EXCEEDED',
  'BAD_CONFIG',
  'CASSETTE_MISS',
  'CODE_DIVERGED',
  'CODE_MEMORY',
  'CODE_NEVER_ENDS',
  'CODE_NOT_ALLOWED',
  'CODE_OUTPUT',
  'CODE_THREW',
  'CODE_TIMEOUT',
  'CONNECTION_FAILED',
  'CONNECTION_REFUSED',
  'CONTEXT_REWRITTEN',
  'FUNCTION_ARGS_INVALID',
  'FUNCTION_NOT_FOUND',
  'FUNCTION_PORT_UNKNOWN',
  'HTTP_FAILED',
  'HTTP_REFUSED',
  'HTTP_STATUS',
  'INTENT_UNMATCHED',
  'MCP_FAILED',
  'MODEL_CALL_FAILED',
  'MODEL_KEY_MISSING',
  'MODEL_NOT_FOUND',
  'MODEL_OUTPUT_INVALID',
  'MODEL_SCRIPT_EMPTY',
  'OPENAPI_INVALID',
  'PACKAGE_MISSING',
  'PACKAGE_VERSION',
  'ROUTE_UNKNOWN',
  'SCHEMA_TOO_COSTLY',
  'NODE_REPORTED_ERROR',
  'SECRET_REFUSED',
  'SIGN_IN_NEEDED',
  'TEST_FAILED',
  'TOOL_AMBIGUOUS',
  'TOOL_ARGS_INVALID',
  'TOOL_FAILED',
  'TOOL_NOT_FOUND',
  'TOOL_UNCONFIRMED',
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

/** The failure that an error carries, if it does. */
export function failureIn(error: unknown): Failure | undefined {
  if (typeof error !== 'object' || error === null || !('failure' in error)) return undefined;
  // Only `failureError`, and errors of the same form, have this property.
  return error.failure as Failure;
}
