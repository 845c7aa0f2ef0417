// Lazy schemas
// A schema is built when something is first parsed or shown by it.
import type { JsonObject } from '@skein/kernel';
import type { z } from 'zod';
import { requirePackage } from './require-package.ts';

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
  return requirePackage.zod().z;
}
