// Lazy schemas
// Loading zod takes longer than a short run, so a schema is built when something is first parsed or shown by it. The load is
// synchronous because `accept` and `configSchema` of a node type are.
import { createRequire } from 'node:module';
import type { JsonObject } from '@skein/kernel';
import type { z } from 'zod';

const require = createRequire(import.meta.url);

export type Zod = typeof z;

export function lazySchema<Schema extends z.ZodType>(build: (zod: Zod) => Schema): () => Schema {
  let schema: Schema | undefined;
  return () => (schema ??= build(loadZod()));
}

/** What a schema takes, as JSON schema. */
export function toJsonSchema(schema: z.ZodType): JsonObject {
  // What zod writes is JSON; its type is only wider.
  return loadZod().toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject;
}

export function loadZod(): Zod {
  // The package exports `z` in both of its builds.
  return (require('zod') as { readonly z: Zod }).z;
}
