import { aslImporter } from './asl/asl-importer.ts';
import { difyImporter } from './dify/dify-importer.ts';
import { flowiseImporter } from './flowise/flowise-importer.ts';
import type { Importer, ImportFormat } from './importer.ts';
import { n8nImporter } from './n8n/n8n-importer.ts';

/** All importers; the compiler names a format that has none. */
export const importers: Readonly<Record<ImportFormat, Importer>> = {
  n8n: n8nImporter,
  dify: difyImporter,
  flowise: flowiseImporter,
  asl: aslImporter,
};
