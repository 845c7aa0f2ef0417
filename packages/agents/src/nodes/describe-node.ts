import type { Json } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import type { z } from 'zod';
import { loadZod } from '../lazy-schema.ts';

/**
 * A node type whose `configSchema` is made from its zod schema when someone looks at it. The schema describes resolved
 * values; a template may stand in their place.
 */
export function describeNode(type: NodeType, schema: () => z.ZodType): NodeType {
  let made: Json | undefined;
  return Object.defineProperty({ ...type }, 'configSchema', {
    enumerable: true,
    get: () => (made ??= toJsonSchema(schema())),
  });
}

function toJsonSchema(schema: z.ZodType): Json {
  // What zod writes is JSON; its type is only wider.
  return loadZod().toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
}
