import type { Json, JsonObject } from '@skein/kernel';
import { z } from './zod.ts';

/** Any JSON. Bodies are parsed and bounded in depth before a schema sees them. */
export const json = z.unknown() as z.ZodType<Json, Json>;

/** An object with any keys; not copied, so that a key like `__proto__` stays what it is. */
export const jsonObject = z
  .unknown()
  .refine((value) => isPlainObject(value), { error: 'must be an object' })
  .meta({ type: 'object', additionalProperties: true }) as unknown as z.ZodType<
  JsonObject,
  JsonObject
>;

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** ISO 8601, in UTC. */
export const time = z.string().meta({ format: 'date-time' });

export const diagnosticJson = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning']),
    pointer: z.string().meta({ description: 'JSON pointer into the definition.' }),
    message: z.string(),
    hint: z.string(),
  })
  .meta({ id: 'Diagnostic' });

export const dialectName = z.enum([
  'native',
  'session-graph',
  'dataflow',
  'agent-graph',
  'canvas',
  'pipeline',
]);

/** The form of every list. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ items: z.ZodArray<Item>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

const pageMax = 200;

/** The query of every list. */
export const pageQuery = {
  cursor: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
  limit: z.coerce.number().int().min(1).max(pageMax).default(50),
};

/** An id that users may choose. Longer ones are refused before the store is asked. */
export const id = z.string().min(1).max(500);
