import type { RJSFSchema } from '@rjsf/utils';
import { isObject } from '@skein/kernel';

/** What applies where nothing is chosen, as the shape of the setting or a schema of users says it. */
export function unsetWords(schema: RJSFSchema): string {
  const value: unknown = schema['x-unset'] ?? schema.default;
  const isSaid = typeof value === 'string' || typeof value === 'number';
  if (!isSaid) return 'Not set';
  const called = (schema.oneOf ?? []).find((each) => isObject(each) && each['const'] === value);
  const title = isObject(called) ? called['title'] : undefined;
  return `Default: ${typeof title === 'string' ? title : value}`;
}
