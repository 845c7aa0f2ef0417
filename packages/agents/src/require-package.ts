// Packages that are loaded on first use, synchronously
// Loading them takes longer than a short run, and `accept` and `configSchema` of a node type are synchronous. Bundlers of users
// follow `require` in files of CommonJS only, so in the package that users install `scripts/pack/require-package.cjs` takes the
// place of this file.
import { createRequire } from 'node:module';
import type * as jsonP3 from 'json-p3';
import type { z } from 'zod';

const require = createRequire(import.meta.url);

export const requirePackage = {
  jsonP3: (): typeof jsonP3 => require('json-p3'),
  // The package exports `z` in both of its builds.
  zod: (): { readonly z: typeof z } => require('zod'),
};
