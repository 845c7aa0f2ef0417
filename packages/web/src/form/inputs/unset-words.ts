import type { RJSFSchema } from '@rjsf/utils';

/** What applies where nothing is chosen, as the shape of the setting or a schema of users says it. */
export function unsetWords(schema: RJSFSchema): string {
  const value: unknown = schema['x-unset'] ?? schema.default;
  const isSaid = typeof value === 'string' || typeof value === 'number';
  return isSaid ? `Default: ${value}` : 'Not set';
}
