// Lazy schemas
// Loading zod takes longer than a short run, so a schema is built when something is first parsed or shown by it. The load is
// synchronous because `accept` and `configSchema` of a node type are.
import { createRequire } from 'node:module';
import type { z } from 'zod';

const require = createRequire(import.meta.url);

export type Zod = typeof z;

export function lazySchema<Schema extends z.ZodType>(build: (zod: Zod) => Schema): () => Schema {
  let schema: Schema | undefined;
  return () => (schema ??= build(loadZod()));
}

export function loadZod(): Zod {
  // The package exports `z` in both of its builds.
  return (require('zod') as { readonly z: Zod }).z;
}
