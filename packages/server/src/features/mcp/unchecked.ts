import type { JsonSchemaValidator } from '@modelcontextprotocol/server';

/** The engine checks inputs and answers; the library's own checker would compile schemas to code. */
export function unchecked<T>(): JsonSchemaValidator<T> {
  // Trusted here, checked by the engine.
  return (value) => ({ valid: true, data: value as T, errorMessage: undefined });
}
