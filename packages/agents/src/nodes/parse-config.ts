import type { NodeCall } from '@skein/ports';
import type { z } from 'zod';
import { failureError } from '../failure-error.ts';

/**
 * The resolved config in the form that the node needs, or the failure `BAD_CONFIG` with every key that does not fit. A
 * key whose value is null counts as not given.
 */
export function parseConfig<Schema extends z.ZodType>(
  call: NodeCall,
  schema: Schema,
): z.output<Schema> {
  const given = Object.entries(call.config).filter(([, value]) => value !== null);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `"${path.join('.')}": ${message}`,
  );
  const keys = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')));
  throw badConfig(call, [...keys], problems.join('; '));
}

export function badConfig(call: NodeCall, keys: readonly string[], problem: string): Error {
  return failureError({
    code: 'BAD_CONFIG',
    message: `The config of node "${call.node}" (${call.nodeType}) does not fit: ${problem}.`,
    retry: 'never',
    data: { node: call.node, keys },
  });
}
